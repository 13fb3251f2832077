import Base

/// The functions of expat, found at run time: only touchégg's file is XML, and the daemon doesn't read it.
///
/// Their types are those of `expat.h`; texts are UTF-8.
struct ExpatLibrary {
  typealias Parser = OpaquePointer
  typealias UserData = UnsafeMutableRawPointer?
  /// A name, and names and values of attributes by turns up to nil.
  typealias Begin =
    @convention(c) (UserData, UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Void
  typealias End = @convention(c) (UserData, UnsafePointer<CChar>?) -> Void
  /// Bytes without a zero at their end.
  typealias Characters = @convention(c) (UserData, UnsafePointer<CChar>?, Int32) -> Void
  typealias Comment = @convention(c) (UserData, UnsafePointer<CChar>?) -> Void

  private static let name = "libexpat.so.1"

  let create: @convention(c) (UnsafePointer<CChar>?) -> Parser?
  let free: @convention(c) (Parser) -> Void
  let setUserData: @convention(c) (Parser, UserData) -> Void
  let setElementHandlers: @convention(c) (Parser, Begin?, End?) -> Void
  let setCharacterHandler: @convention(c) (Parser, Characters?) -> Void
  let setCommentHandler: @convention(c) (Parser, Comment?) -> Void
  /// What no other handler takes; where there is one, references to entities of the document go to it and are not replaced.
  let setDefaultHandler: @convention(c) (Parser, Characters?) -> Void
  let parse: @convention(c) (Parser, UnsafePointer<UInt8>, Int32, Int32) -> Int32
  let stop: @convention(c) (Parser, UInt8) -> Int32
  let errorCode: @convention(c) (Parser) -> Int32
  let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let line: @convention(c) (Parser) -> UInt
  let place: @convention(c) (Parser) -> Int
  let length: @convention(c) (Parser) -> Int32

  /// Loads the library, which stays loaded.
  init() throws(LibrarySymbols.Missing) {
    guard let symbols = LibrarySymbols(of: Self.name) else { throw LibrarySymbols.Missing() }
    create = try symbols.function("XML_ParserCreate")
    free = try symbols.function("XML_ParserFree")
    setUserData = try symbols.function("XML_SetUserData")
    setElementHandlers = try symbols.function("XML_SetElementHandler")
    setCharacterHandler = try symbols.function("XML_SetCharacterDataHandler")
    setCommentHandler = try symbols.function("XML_SetCommentHandler")
    setDefaultHandler = try symbols.function("XML_SetDefaultHandler")
    parse = try symbols.function("XML_Parse")
    stop = try symbols.function("XML_StopParser")
    errorCode = try symbols.function("XML_GetErrorCode")
    errorText = try symbols.function("XML_ErrorString")
    line = try symbols.function("XML_GetCurrentLineNumber")
    place = try symbols.function("XML_GetCurrentByteIndex")
    length = try symbols.function("XML_GetCurrentByteCount")
  }
}
