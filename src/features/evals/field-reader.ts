import { isObject } from '../../lib/is-object.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { LocatedYaml, YamlPath } from '../../lib/yaml/located-yaml.ts'
import type { TaskProblem } from './task.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reads fields of a task file and gathers what is wrong with them. */
export class TaskFields {
  readonly problems: TaskProblem[] = []
  readonly #yaml: LocatedYaml
  readonly #source: string

  constructor(yaml: LocatedYaml, source: string) {
    this.#yaml = yaml
    this.#source = source
  }

  wrong(path: YamlPath, message: string): undefined {
    this.problems.push({ source: this.#source, line: this.#yaml.at(path).line, message })
    return undefined
  }

  /** A map with no other members than these. */
  map(path: YamlPath, value: unknown, names: readonly string[]): Fields {
    if (value === undefined) return {}
    if (!isObject(value)) {
      this.wrong(path, `${nameOf(path)} must be a map of names and values`)
      return {}
    }
    for (const name of Object.keys(value)) {
      if (names.includes(name)) continue
      const near = nearestName(name, names)
      const hint = near === undefined ? `Known: ${names.join(', ')}` : `Did you mean "${near}"?`
      this.wrong([...path, name], `there is no field "${name}" here. ${hint}`)
    }
    return value
  }

  text(path: YamlPath, value: unknown): string | undefined {
    if (value === undefined || typeof value === 'string') return value
    return this.wrong(path, `${nameOf(path)} must be a text`)
  }

  /** One text or several. */
  texts(path: YamlPath, value: unknown): readonly string[] {
    if (value === undefined) return []
    if (typeof value === 'string') return [value]
    if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value
    this.wrong(path, `${nameOf(path)} must be a text or a list of texts`)
    return []
  }

  number(path: YamlPath, value: unknown, least: number): number | undefined {
    if (value === undefined) return undefined
    if (typeof value === 'number' && value >= least) return value
    return this.wrong(path, `${nameOf(path)} must be a number from ${least} on`)
  }

  flag(path: YamlPath, value: unknown): boolean {
    if (value === undefined || typeof value === 'boolean') return value === true
    this.wrong(path, `${nameOf(path)} must be true or false`)
    return false
  }

  /** A path below the task's folder, or below the copy: never one that leads out of it. */
  inside(path: YamlPath, value: unknown): string | undefined {
    const text = this.text(path, value)
    if (text === undefined) return undefined
    const leaves = text === '' || text.startsWith('/') || text.split(/[\\/]/).includes('..')
    return leaves ? this.wrong(path, `${nameOf(path)} must stay inside: "${text}"`) : text
  }
}

const nameOf = (path: YamlPath): string => (path.length === 0 ? 'the file' : `"${path.join('.')}"`)
