/** A part of the prompt that depends on the session. `undefined` or nothing but space: it is left out. */
export interface Section {
  readonly name: string
  compute(): string | undefined | Promise<string | undefined>
  /** Whether it could have said this at another time; absent: it always says what it says today. One block of lines. */
  couldBe?(text: string, today: string): boolean
  /** The same, told in the middle of a conversation; absent: word for word. */
  asNews?(text: string): string
  /** Why it may differ from one request to the next, and with it the cache of everything behind it. */
  readonly volatile?: string
}

export interface NamedText {
  readonly name: string
  readonly text: string
  readonly volatile?: boolean
  readonly couldBe?: Section['couldBe']
  readonly asNews?: Section['asNews']
}

/** Computed once and kept until the conversation is cleared or compacted. */
export const section = (
  name: string,
  compute: Section['compute'],
  ways: Pick<Section, 'couldBe' | 'asNews'> = {},
): Section => ({ name, compute, ...ways })

/** Computed for every turn. It breaks the prompt cache whenever it changes, so it has to say what that is worth. */
export const volatileSection = (name: string, compute: Section['compute'], reason: string): Section => ({
  name,
  compute,
  volatile: reason,
})

export interface SectionCache {
  /** Those that have something to say, in order, volatile ones last. `key` is what else their text depends on. */
  resolve(sections: readonly Section[], key: string): Promise<readonly NamedText[]>
  /** All of them, or the one of this name. */
  forget(name?: string): void
}

export const createSectionCache = (): SectionCache => {
  /** By name, then by key. */
  const known = new Map<string, Map<string, string>>()
  const textOf = async (one: Section, key: string): Promise<string> => {
    const texts = known.get(one.name) ?? new Map<string, string>()
    const before = one.volatile === undefined ? texts.get(key) : undefined
    if (before !== undefined) return before
    const text = (await one.compute())?.trim() ?? ''
    if (one.volatile === undefined) known.set(one.name, texts.set(key, text))
    return text
  }
  return {
    async resolve(sections, key) {
      const stable = sections.filter(one => one.volatile === undefined)
      const moving = sections.filter(one => one.volatile !== undefined)
      const texts = await Promise.all(
        [...stable, ...moving].map(async one => ({
          name: one.name,
          text: await textOf(one, key),
          ...(one.volatile === undefined ? {} : { volatile: true }),
          ...(one.couldBe ? { couldBe: one.couldBe } : {}),
          ...(one.asNews ? { asNews: one.asNews } : {}),
        })),
      )
      return texts.filter(({ text }) => text !== '')
    },
    forget(name) {
      if (name === undefined) known.clear()
      else known.delete(name)
    },
  }
}
