/** Signs of a Chinese keyboard that mean something where a line begins, and what they are on others. `、` is its slash. */
const PLAIN: Readonly<Record<string, string>> = {
  '／': '/',
  '、': '/',
  '？': '?',
  '！': '!',
  '＃': '#',
  '＠': '@',
}

/** What a sign stands for that is typed where a line begins; as it was typed where it means nothing there. */
export const plainStart = (typed: string): string => {
  const [first = ''] = typed
  const plain = PLAIN[first]
  return plain === undefined ? typed : plain + typed.slice(first.length)
}

/** Behind these an `@` begins a mention, the full-width one too. */
const BEFORE_MENTION = /(?:^|[\s(（[{,，;；:：、。「“"'=])$/

/** The same in the middle of a text: only a mention begins there. */
export const plainMention = (typed: string, before: string): string =>
  typed === '＠' && BEFORE_MENTION.test(before) ? '@' : typed
