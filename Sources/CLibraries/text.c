#include "text.h"
#include "load.h"

#include <math.h>
#include <pango/pangocairo.h>

// libpangocairo depends on the other libraries, so their functions are found through it.
#define FUNCTIONS(F)                                                                                                   \
  F(cairo_font_options_create) F(cairo_font_options_destroy) F(cairo_font_options_set_antialias)                       \
  F(cairo_font_options_set_hint_metrics) F(cairo_font_options_set_hint_style) F(g_object_unref)                        \
  F(pango_cairo_context_set_font_options) F(pango_cairo_font_map_get_default) F(pango_cairo_show_layout)               \
  F(pango_font_description_free) F(pango_font_description_new) F(pango_font_description_set_absolute_size)             \
  F(pango_font_description_set_family) F(pango_font_description_set_weight) F(pango_font_map_create_context)           \
  F(pango_layout_get_extents) F(pango_layout_new) F(pango_layout_set_ellipsize) F(pango_layout_set_font_description)   \
  F(pango_layout_set_single_paragraph_mode) F(pango_layout_set_text) F(pango_layout_set_width)
#define FIELD(name) __typeof__(&name) name;
#define NAME(name) #name,

static struct {
  FUNCTIONS(FIELD)
} loaded;

const char *gb_load_pango(const char *library) {
  static const char *const names[] = {FUNCTIONS(NAME)};
  return gb_load(library, &loaded, names, sizeof names / sizeof *names);
}

PangoContext *gb_text_context(void) {
  PangoFontMap *map = loaded.pango_cairo_font_map_get_default();
  PangoContext *context = map ? loaded.pango_font_map_create_context(map) : NULL;
  if (!context) return NULL;
  cairo_font_options_t *options = loaded.cairo_font_options_create();
  loaded.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  loaded.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  loaded.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  loaded.pango_cairo_context_set_font_options(context, options);
  loaded.cairo_font_options_destroy(options);
  return context;
}

void gb_text_free_context(PangoContext *context) { loaded.g_object_unref(context); }

struct gb_text gb_text_shape(PangoContext *context, const char *text, int bytes, double size, bool is_bold,
                             double most_width) {
  PangoLayout *layout = loaded.pango_layout_new(context);
  PangoFontDescription *font = loaded.pango_font_description_new();
  loaded.pango_font_description_set_family(font, "sans-serif");
  loaded.pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
  loaded.pango_font_description_set_weight(font, is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_MEDIUM);
  loaded.pango_layout_set_font_description(layout, font);
  loaded.pango_font_description_free(font);
  loaded.pango_layout_set_single_paragraph_mode(layout, TRUE);
  loaded.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  loaded.pango_layout_set_width(layout, (int)(fmin(most_width, 10000) * PANGO_SCALE));
  // The text is set as plain text, not as markup.
  loaded.pango_layout_set_text(layout, text, bytes);
  PangoRectangle logical;
  loaded.pango_layout_get_extents(layout, NULL, &logical);
  return (struct gb_text){layout, ceil((double)logical.width / PANGO_SCALE), (double)logical.height / PANGO_SCALE};
}

void gb_text_free(struct gb_text text) { loaded.g_object_unref(text.layout); }

void gb_text_draw(cairo_t *cairo, struct gb_text text) { loaded.pango_cairo_show_layout(cairo, text.layout); }
