/** Names for a table, written in one line. */
export const list = (text: string): readonly string[] => text.split(' ')
