/** Which texts of settings files this program has written itself, so that nobody is told of them as news. */
export class RecentWrites {
  /** By file: the text before the first write, and what each write made of it. */
  readonly #chains = new Map<string, readonly string[]>()

  note(file: string, { before, after }: { readonly before: string; readonly after: string }): void {
    const chain = this.#chains.get(file) ?? []
    this.#chains.set(file, chain.at(-1) === before ? [...chain, after] : [before, after])
  }

  /** Between these two texts nobody else has changed the file. */
  made(file: string, { before, after }: { readonly before: string; readonly after: string }): boolean {
    const chain = this.#chains.get(file) ?? []
    const from = chain.indexOf(before)
    return from >= 0 && chain.lastIndexOf(after) > from
  }
}
