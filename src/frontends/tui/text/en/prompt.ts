const lines = (count: number): string => (count === 0 ? '' : ` +${count} line${count === 1 ? '' : 's'}`)

export const promptEn = {
  /** A folded paste in the text; `more` lines behind its first. */
  pastedText: (id: number, more: number) => `[Pasted text #${id}${lines(more)}]`,
  image: (id: number) => `[Image #${id}]`,
  /** The list of commands, where nothing is typed yet. */
  commandGroups: {
    conversation: 'Conversation',
    context: 'Context, memory and cost',
    work: 'Work',
    permissions: 'Permissions',
    setup: 'Setup',
    help: 'Help',
    skills: 'Skills',
  },
  foldedCommands: (rest: number) => `${rest} more; Enter shows all, or type to search`,
}
