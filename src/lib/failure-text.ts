/** Failures of calls that the model is told in its own terms, told to people instead. */
type FailureKind =
  | 'unread'
  | 'changed'
  | 'notFound'
  | 'ambiguous'
  | 'same'
  | 'exists'
  | 'input'
  | 'unknownTool'
  | 'secret'
  | 'noPlan'
  | 'planOnly'
  | 'planMode'
  | 'noAnswer'
  | 'noRoom'

export type FailureWords = Readonly<Record<FailureKind, (about: string) => string>>

/** The first that fits; what is in brackets is what it is about. */
const KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/^There is no tool named ([^\s.:]+)/, 'unknownTool'],
  [/has changed on disk since it was read/, 'changed'],
  [/(?:has|have) not been read\b|^Only (?:parts|lines) .* have been (?:seen|read)/, 'unread'],
  [/^(?:Edit \d+ of \d+: )?old_string was not found/, 'notFound'],
  [/^(?:Edit \d+ of \d+: )?old_string occurs ([\d,]+) times/, 'ambiguous'],
  [/old_string and new_string are the same/, 'same'],
  [/^The file exists and is not empty/, 'exists'],
  [/stands for (?:a secret|\d+ different texts)|stands in results for a secret/, 'secret'],
  [/^There is no plan yet/, 'noPlan'],
  [/[Pp]lan mode does not allow edits/, 'planOnly'],
  [/^Plan mode is (?:not on|on already)|[Pp]lan mode|^There is no plan|the plan file/, 'planMode'],
  [/^Nobody answered/, 'noAnswer'],
  [/^\d+ background tasks run already/, 'noRoom'],
  [
    /^(?:The input (?:does not fit|of this )|The output does not fit the schema|The changed input is invalid|Give |pages "|filter is no |"[^"]*" is not (?:a file type|a domain))/,
    'input',
  ],
]

export const FAILURES: FailureWords = {
  unread: () => "The model hasn't read this part of the file yet",
  changed: () => 'The file changed after the model read it',
  notFound: () => "The text to replace isn't in the file",
  ambiguous: count => `The text to replace occurs ${count} times`,
  same: () => 'Nothing to change: the new text is the same',
  exists: () => 'The file already exists',
  input: () => 'The model called this with invalid input',
  unknownTool: name => `There is no tool named ${name}`,
  secret: () => 'The model used the placeholder of a redacted secret',
  noPlan: () => "The model hasn't written a plan yet; it was told to write one first",
  planOnly: () => "Plan mode doesn't allow edits",
  planMode: () => "This isn't possible in the current mode",
  noAnswer: () => 'Nobody answered',
  noRoom: () => 'Too many background tasks are running',
}

/** A sentence that tells the model how to go on, or what else it could name. */
const ADVICE =
  /^(?:Add|Answer|Begin|Call|Cells?:|Change|Convert|Create|Did you mean|End one|Fetch|Find|Free is|Go on|In a file of|Insert|It stands in|Keep it|Known:|Let|Look|Make|Name|No other task|None was started|Note|Nothing of it|Read|Running:|Run it|Send|There are:|To (?:create|list|plan|search|take)|Try again|Use|Write)\b|^Known|^Cells/
const REPHRASED: readonly (readonly [RegExp, string])[] = [
  [/: (?:say it|name them|put long text|change its cells)\b.*$/, '.'],
  [/ To create it, .*$/, ''],
  [/: give one edit at a time.*$/, ', too many for several edits at once.'],
  [/some characters of new_(?:source|string)/, 'some of the new characters'],
  [/the person has to (check|set)/, '$1'],
  [/the person has set no ("[^"]*")/, "$1 isn't set"],
  [/^The person has switched/, 'You turned'],
]
const MOST = 200

/** What went wrong, in a sentence for people; the model was told more. */
export const failureForPeople = (text: string, words: FailureWords = FAILURES): string => {
  for (const [pattern, kind] of KINDS) {
    const found = pattern.exec(text)
    if (found) return words[kind](found[1] ?? '')
  }
  const [first = ''] = text.trim().split('\n')
  const sentences = first.split(/(?<=[.?!]) (?=[A-Z"])/)
  const end = sentences.findIndex((sentence, at) => at > 0 && ADVICE.test(sentence))
  const said = sentences.slice(0, end < 0 ? sentences.length : end).join(' ')
  const plain = REPHRASED.reduce((now, [told, shown]) => now.replace(told, shown), said)
  return plain.length > MOST ? `${plain.slice(0, MOST - 1)}…` : plain
}
