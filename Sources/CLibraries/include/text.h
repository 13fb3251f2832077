// Texts that Pango shapes and cairo draws.
#ifndef TEXT_H
#define TEXT_H

#include <cairo/cairo.h>
#include <stdbool.h>

struct _PangoContext;
struct _PangoLayout;

/// A text on one line, and its size in logical pixels.
struct gb_text {
  struct _PangoLayout *layout;
  double width;
  double height;
};

/// Loads Pango and returns a missing name, as the loaders of libraries.h do. Call it before the functions below.
const char *gb_load_pango(const char *library);

/// Makes the context in which texts are shaped, with the same widths at each scale; NULL if there are no fonts.
struct _PangoContext *gb_text_context(void);
void gb_text_free_context(struct _PangoContext *context);

/// Shapes a text of `bytes` bytes in the sans-serif font; a text that is longer than `most_width` ends in an ellipsis.
struct gb_text gb_text_shape(struct _PangoContext *context, const char *text, int bytes, double size, bool is_bold,
                             double most_width);
void gb_text_free(struct gb_text text);

/// Draws a text from the context's current point.
void gb_text_draw(cairo_t *cairo, struct gb_text text);

#endif
