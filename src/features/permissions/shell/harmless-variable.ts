/** Variables that may be printed or compared without asking: they hold no secrets. */
export const HARMLESS_VARIABLE = /^(?:HOME|PWD|USER|SHELL|PATH|LANG|TERM|[?#$!])$/
