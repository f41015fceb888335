interface Change {
  readonly before: string
  readonly after: string
}

/** Which texts of settings files this program has written itself, so that nobody is told of them as news. */
export class RecentWrites {
  /** By file: the text before the first write, and what each write made of it. */
  readonly #chains = new Map<string, readonly string[]>()
  /** Of those, what the person was shown and has said yes to. */
  readonly #answers = new Map<string, readonly string[]>()

  note(file: string, change: Change, how: { readonly isAnswer?: boolean } = {}): void {
    lengthen(this.#chains, file, change)
    if (how.isAnswer) lengthen(this.#answers, file, change)
  }

  /** Between these two texts nobody else has changed the file. */
  made(file: string, change: Change): boolean {
    return leads(this.#chains.get(file), change)
  }

  /** The same, and the person has said yes to all of it. */
  answered(file: string, change: Change): boolean {
    return leads(this.#answers.get(file), change)
  }
}

const lengthen = (chains: Map<string, readonly string[]>, file: string, { before, after }: Change): void => {
  const chain = chains.get(file) ?? []
  chains.set(file, chain.at(-1) === before ? [...chain, after] : [before, after])
}

const leads = (chain: readonly string[] = [], { before, after }: Change): boolean => {
  const from = chain.indexOf(before)
  return from >= 0 && chain.lastIndexOf(after) > from
}
