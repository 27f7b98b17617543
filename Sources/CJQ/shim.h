#pragma once

#include <setjmp.h>

#include <jv.h>
#include <jq.h>

// libjq 1.7 brought numbers that keep their digits. The headers of 1.6 do not have these functions and nothing tells the
// versions apart before compiling, so they are declared here (as 1.7 does) and looked for when the program is loaded.
#if defined(__APPLE__)
#define PL_OPTIONAL __attribute__((weak_import))
#else
#define PL_OPTIONAL __attribute__((weak))
#endif
extern jv jv_number_with_literal(const char *) PL_OPTIONAL;
extern int jv_number_has_literal(jv) PL_OPTIONAL;
extern const char *jv_number_get_literal(jv) PL_OPTIONAL;

/// Whether a number that libjq is given as text keeps its digits while it is only moved about.
static inline int pl_jq_keeps_literals(void) {
  return jv_number_with_literal != 0 && jv_number_has_literal != 0 && jv_number_get_literal != 0;
}

/// Only where `pl_jq_keeps_literals`.
static inline jv pl_jv_number_with_literal(const char *text) { return jv_number_with_literal(text); }

/// The digits of a number that kept them, else null. Borrows `number` and the text lives as long as it.
static inline const char *pl_jv_number_literal(jv number) {
  return pl_jq_keeps_literals() && jv_number_has_literal(number) ? jv_number_get_literal(number) : 0;
}

struct pl_jq_escape {
  jmp_buf target;
};

static inline void pl_jq_out_of_memory(void *escape) { longjmp(((struct pl_jq_escape *)escape)->target, 1); }

/// `jq_next`, but for memory that cannot be had: libjq would end the process; this returns 0, and `jq` must then never be
/// used or freed again, because the jump left it half changed. Only frames of libjq are jumped over.
static inline __attribute__((noinline)) int pl_jq_next(jq_state *jq, jv *result) {
  struct pl_jq_escape escape;
  if (setjmp(escape.target)) {
    jv_nomem_handler(0, 0);
    return 0;
  }
  jq_set_nomem_handler(jq, pl_jq_out_of_memory, &escape);
  *result = jq_next(jq);
  jq_set_nomem_handler(jq, 0, 0);
  return 1;
}
