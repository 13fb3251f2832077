// Libraries that are loaded at run time if the machine has them; the program doesn't link to them. The types of their functions come from
// the libraries' own headers, so the compiler checks each call. A loader returns the name of the missing library or function, or NULL if
// nothing is missing. A library stays loaded.
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <cairo/cairo.h>
#include <expat.h>
#include <stdbool.h>
#include <systemd/sd-bus.h>
#include <xcb/randr.h>
#include <xcb/shape.h>
#include <xcb/xcbext.h>
#include <xcb/xkb.h>
#include <xcb/xtest.h>
#include <xkbcommon/xkbcommon.h>
#include <yaml.h>

// sd-bus, of libsystemd, libelogind or basu
#define GB_BUS(F)                                                                                                      \
  F(new) F(set_address) F(set_bus_client) F(start) F(close_unref) F(get_fd) F(get_events)               \
  F(get_timeout) F(process) F(add_match_async) F(add_filter) F(get_unique_name) F(call_async) F(send) F(slot_unref)    \
  F(set_fd) F(set_server) F(message_new_method_call) F(message_new_method_return) F(message_new_signal)                \
  F(message_unref) F(message_set_expect_reply) F(message_get_expect_reply) F(message_append_basic)                     \
  F(message_read_basic) F(message_peek_type) F(message_enter_container) F(message_exit_container) F(message_skip)      \
  F(message_is_method_error) F(message_is_method_call) F(message_is_signal) F(message_get_sender) F(message_get_path)
#define GB_BUS_FIELD(name) __typeof__(&sd_bus_##name) name;
struct gb_bus {
  GB_BUS(GB_BUS_FIELD)
  /// NULL if the library doesn't have it.
  GB_BUS_FIELD(get_n_queued_write)
};
const char *gb_load_bus(const char *library, struct gb_bus *functions);

#define GB_EXPAT(F)                                                                                                    \
  F(ParserCreate) F(ParserFree) F(SetUserData) F(SetElementHandler) F(SetCharacterDataHandler) F(SetCommentHandler)    \
  F(SetDefaultHandler) F(Parse) F(StopParser) F(GetErrorCode) F(ErrorString) F(GetCurrentLineNumber)                   \
  F(GetCurrentByteIndex) F(GetCurrentByteCount)
#define GB_EXPAT_FIELD(name) __typeof__(&XML_##name) name;
struct gb_expat {
  GB_EXPAT(GB_EXPAT_FIELD)
};
const char *gb_load_expat(const char *library, struct gb_expat *functions);

// libyaml
#define GB_YAML(F)                                                                                                     \
  F(parser_initialize) F(parser_delete) F(parser_set_input_string) F(parser_set_encoding) F(parser_parse)              \
  F(event_delete)
#define GB_YAML_FIELD(name) __typeof__(&yaml_##name) name;
struct gb_yaml {
  GB_YAML(GB_YAML_FIELD)
};
const char *gb_load_yaml(const char *library, struct gb_yaml *functions);

// libxkbcommon 1.0 or newer
#define GB_XKB(F)                                                                                                      \
  F(context_new) F(context_unref) F(context_set_log_level) F(keymap_new_from_string) F(keymap_new_from_names)          \
  F(keymap_get_as_string) F(keymap_unref) F(keymap_min_keycode) F(keymap_max_keycode) F(keymap_num_layouts_for_key)    \
  F(keymap_num_levels_for_key) F(keymap_key_get_syms_by_level) F(keymap_key_get_mods_for_level) F(state_new)           \
  F(state_unref) F(state_update_key) F(state_serialize_mods)
#define GB_XKB_FIELD(name) __typeof__(&xkb_##name) name;
struct gb_xkb {
  GB_XKB(GB_XKB_FIELD)
};
const char *gb_load_xkb(const char *library, struct gb_xkb *functions);

#define GB_CAIRO(F)                                                                                                    \
  F(create) F(destroy) F(save) F(restore) F(scale) F(clip) F(set_operator) F(set_source_rgba) F(set_source_surface)    \
  F(set_line_width) F(set_line_cap) F(set_line_join) F(new_path) F(new_sub_path) F(close_path) F(move_to) F(line_to)   \
  F(curve_to) F(arc) F(rectangle) F(fill) F(stroke) F(paint) F(image_surface_create)                                   \
  F(image_surface_create_for_data) F(image_surface_create_from_png) F(image_surface_get_data)                          \
  F(image_surface_get_width) F(image_surface_get_height) F(image_surface_get_stride) F(surface_write_to_png)           \
  F(surface_flush) F(surface_mark_dirty) F(surface_status) F(surface_destroy)
#define GB_CAIRO_FIELD(name) __typeof__(&cairo_##name) name;
struct gb_cairo {
  GB_CAIRO(GB_CAIRO_FIELD)
};
const char *gb_load_cairo(const char *library, struct gb_cairo *functions);

// libxcb
#define GB_XCB(F)                                                                                                      \
  F(connect) F(disconnect) F(connection_has_error) F(get_file_descriptor) F(get_setup) F(flush) F(send_request)        \
  F(poll_for_event) F(poll_for_reply) F(query_extension) F(query_extension_reply) F(intern_atom) F(get_atom_name)      \
  F(get_property) F(change_property) F(get_window_attributes) F(change_window_attributes) F(get_geometry)              \
  F(query_tree) F(translate_coordinates) F(get_selection_owner) F(get_input_focus) F(send_event) F(create_window)      \
  F(destroy_window) F(map_window) F(configure_window) F(create_colormap) F(free_colormap) F(create_gc) F(free_gc)      \
  F(put_image)
#define GB_XCB_FIELD(name) __typeof__(&xcb_##name) name;
struct gb_xcb {
  GB_XCB(GB_XCB_FIELD)
};
const char *gb_load_xcb(const char *library, struct gb_xcb *functions);

/// Sends the structure of an extension's request, for which libxcb alone has no function, followed by `count` bytes of a list. Returns the
/// number of the request.
unsigned gb_xcb_send(const struct gb_xcb *functions, xcb_connection_t *connection, void *request, size_t size,
                     const void *list, size_t count, bool has_reply);

#endif
