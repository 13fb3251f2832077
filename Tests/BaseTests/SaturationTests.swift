import Testing

@testable import Base

struct SaturationTests {
  @Test(
    arguments: [
      (0.4, 0), (-1.5, -2), (1e300, Int32.max), (-.infinity, .min), (.nan, 0), (2_147_483_646.6, .max),
    ] as [(Double, Int32)])
  func everyNumberBecomesAWholeOne(number: Double, whole: Int32) {
    #expect(Int32(saturating: number) == whole)
  }
}
