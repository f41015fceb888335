/** Planned commands: refused by name, because sending one word to a model instead would cost money and puzzle. */
export const UNAVAILABLE_SUBCOMMANDS: readonly string[] = ['update']
