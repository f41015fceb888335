const NONE = -1

/**
 * Finds the branch a conversation is on from ids alone, for sessions whose lines do not fit into memory. Gives the
 * same answer as the functions of `tree.ts`, and keeps a few numbers of each message.
 */
export class BranchFinder {
  readonly #numbers = new Map<string, number>()
  /** By the number of an id; NONE for a root and for ids that were only referred to. */
  readonly #parents: number[] = []
  readonly #logicalParents = new Map<number, number>()
  /** Messages in the order of the file. */
  readonly #messages: number[] = []
  readonly #links = new Set<number>()
  readonly #known: boolean[] = []

  /** Lines in the order of the file; of equal ids the first counts. A link is only passed through. */
  add(line: {
    readonly uuid: string
    readonly parentUuid: string | null
    readonly logicalParentUuid?: unknown
    readonly kind: 'message' | 'link'
  }): void {
    const number = this.#number(line.uuid)
    if (this.#known[number]) return
    this.#known[number] = true
    if (line.parentUuid !== null) this.#parents[number] = this.#number(line.parentUuid)
    if (typeof line.logicalParentUuid === 'string')
      this.#logicalParents.set(number, this.#number(line.logicalParentUuid))
    if (line.kind === 'link') this.#links.add(number)
    else this.#messages.push(number)
  }

  /** Whether a message is on the way from the newest leaf to its root, across compactions. */
  finish(): (uuid: string) => boolean {
    const hasChild = new Uint8Array(this.#parents.length)
    for (const number of this.#messages) {
      const parent = this.#parentOf(number)
      if (parent !== NONE) hasChild[parent] = 1
    }
    const isOn = new Uint8Array(this.#parents.length)
    let at = this.#messages.findLast(number => hasChild[number] === 0) ?? this.#messages.at(-1) ?? NONE
    while (at !== NONE && isOn[at] === 0) {
      isOn[at] = 1
      const parent = this.#parentOf(at)
      at = parent === NONE ? this.#present(this.#throughLinks(this.#logicalParents.get(at) ?? NONE)) : parent
    }
    return uuid => isOn[this.#numbers.get(uuid) ?? NONE] === 1
  }

  #number(uuid: string): number {
    const known = this.#numbers.get(uuid)
    if (known !== undefined) return known
    const number = this.#parents.push(NONE) - 1
    this.#known.push(false)
    this.#numbers.set(uuid, number)
    return number
  }

  #parentOf(number: number): number {
    return this.#present(this.#throughLinks(this.#parents[number] ?? NONE))
  }

  #present(number: number): number {
    return this.#known[number] ? number : NONE
  }

  /** A circle of links is a root. Links that were passed lead to the end at once afterwards. */
  #throughLinks(start: number): number {
    const passed: number[] = []
    let at = start
    while (this.#links.has(at) && passed.length <= this.#links.size) {
      passed.push(at)
      at = this.#parents[at] ?? NONE
    }
    const end = this.#links.has(at) ? NONE : at
    for (const link of passed) this.#parents[link] = end
    return end
  }
}
