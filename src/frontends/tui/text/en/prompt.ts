const lines = (count: number): string => (count === 0 ? '' : ` +${count} line${count === 1 ? '' : 's'}`)

export const promptEn = {
  /** A folded paste in the text; `more` lines behind its first. */
  pastedText: (id: number, more: number) => `[Pasted text #${id}${lines(more)}]`,
  image: (id: number) => `[Image #${id}]`,
}
