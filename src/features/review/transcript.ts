import { type Message, PERSON_SHELL, plainText } from '../../protocol/message.ts'

/** Of a string in a call that is over. */
const MAX_PAST_STRING = 400
const MAX_PERSON = 4_000
/** Characters that are shown; when there are more, so many are left that the beginning stays the same for a while. */
const MAX_CHARS = 60_000
const LEFT_CHARS = 30_000
/** What the call at hand may hold: it must be seen whole. */
export const MAX_CALL_CHARS = 20_000
/** Lines that are remembered at all. */
const MAX_ITEMS = 1_000

type Item = { readonly kind: 'person'; readonly text: string } | (Call & { readonly kind: 'call' })

export interface Call {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  /** The commands of it that need a decision, when others do not. */
  readonly undecided?: readonly string[]
}

interface Line {
  readonly item: Item
  text?: string
}

/**
 * What the person said and what the agent did, for the reviewer. Nothing the agent said and nothing it read is ever
 * taken in: neither can argue with the reviewer. It outlives compactions, because the person's wish does.
 */
export class Transcript {
  #lines: Line[] = []

  /** The conversation is this one now: what was said elsewhere allows nothing here. */
  take(messages: readonly Message[]): void {
    this.#lines = []
    for (const message of messages) this.see(message)
  }

  see(message: Message): void {
    for (const item of itemsOf(message)) this.#lines.push({ item })
    if (this.#lines.length > MAX_ITEMS) this.#lines = keepPersons(this.#lines, MAX_ITEMS / 2)
  }

  /** The lines up to a call and then the call itself, as it would run; undefined when it is too long to be shown whole. */
  upTo(call: Call): readonly string[] | undefined {
    const text = render({ kind: 'call', ...call }, Number.POSITIVE_INFINITY)
    if (text.length > MAX_CALL_CHARS) return undefined
    const at = this.#lines.findIndex(({ item }) => item.kind === 'call' && item.id === call.id)
    const own: Line = { item: { kind: 'call', ...call } }
    // From now on with the input it was decided by: the lines that were shown stay the beginning of the next ones.
    if (at >= 0 && this.#lines[at]) this.#lines[at] = own
    own.text = text
    const before = at < 0 ? this.#lines : this.#lines.slice(0, at)
    return [...this.#fit(before), text]
  }

  #fit(before: readonly Line[]): readonly string[] {
    const textOf = (line: Line): string => {
      line.text ??= render(line.item, MAX_PAST_STRING)
      return line.text
    }
    const size = (lines: readonly Line[]): number =>
      lines.reduce((sum, line) => sum + textOf(line).length + 1, 0)
    if (size(before) <= MAX_CHARS) return before.map(textOf)
    // Cutting for good keeps what is left the same from one review to the next.
    let left = [...before]
    while (left.length > 1 && size(left) > LEFT_CHARS) left = keepPersons(left, Math.floor(left.length / 2))
    const gone = new Set(before.filter(line => !left.includes(line)))
    this.#lines = this.#lines.filter(line => !gone.has(line))
    return left.map(textOf)
  }
}

/** The newest of all, and what the person said before them, as far as half of the room goes. */
const keepPersons = (lines: readonly Line[], count: number): Line[] => {
  const recent = lines.slice(-Math.max(1, Math.ceil(count / 2)))
  const persons = lines.slice(0, lines.length - recent.length).filter(({ item }) => item.kind === 'person')
  return [...persons.slice(-Math.floor(count / 2)), ...recent]
}

const itemsOf = (message: Message): readonly Item[] => {
  if (message.type === 'assistant')
    return message.message.content.flatMap(block =>
      block.type === 'tool_use' ? [{ kind: 'call', id: block.id, tool: block.name, input: block.input }] : [],
    )
  if (message.type !== 'user' || message.isMeta || message.isCompactSummary) return []
  // What a command printed may be anybody's words, also when the person ran it.
  if (message.origin?.kind === PERSON_SHELL) return []
  const { content } = message.message
  // Beside a result stands what hooks and the harness have to say of it.
  if (typeof content !== 'string' && content.some(block => block.type === 'tool_result')) return []
  const text = plainText(content).trim()
  return text === '' ? [] : [{ kind: 'person', text }]
}

const render = (item: Item, maxString: number): string =>
  item.kind === 'person'
    ? JSON.stringify({ person: cut(item.text, MAX_PERSON) })
    : JSON.stringify(
        {
          call: item.tool,
          input: withoutProse(item.input),
          ...(item.undecided ? { decide: item.undecided } : {}),
        },
        (_, value: unknown) => (typeof value === 'string' ? cut(value, maxString) : value),
      )

const cut = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text.slice(0, max / 2)} […${text.length - max} characters left out…] ${text.slice(-max / 2)}`

/** What a call says about itself changes nothing of what it does. */
const withoutProse = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const { description: _, ...rest } = input as Record<string, unknown>
  return rest
}
