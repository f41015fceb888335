/** A piece of a skill's text: words, or a command whose output stands in its place. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'shell'; readonly command: string }

/** A fence marked with `!`, or a span marked so at the beginning of a line or behind a blank. */
const SHELL = /^```!\s*\n([\s\S]*?)\n?^```[ \t]*$|(?<=^|\s)!`([^`\n]+)`/gm

/** Commands are found before anything is put into the text: what is put in cannot bring commands of its own. */
export const parseTemplate = (body: string): readonly TemplatePart[] => {
  const parts: TemplatePart[] = []
  let from = 0
  for (const match of body.matchAll(SHELL)) {
    const command = (match[1] ?? match[2] ?? '').trim()
    if (command === '') continue
    if (match.index > from) parts.push({ kind: 'text', text: body.slice(from, match.index) })
    parts.push({ kind: 'shell', command })
    from = match.index + match[0].length
  }
  if (from < body.length) parts.push({ kind: 'text', text: body.slice(from) })
  return parts
}
