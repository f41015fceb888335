import { isObject } from '../../lib/is-object.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { LocatedYaml, YamlPath } from '../../lib/yaml/located-yaml.ts'
import { fileFieldText } from '../../protocol/messages/cli/file-fields.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
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

  wrong(path: YamlPath, message: Text): undefined {
    this.problems.push({ source: this.#source, line: this.#yaml.at(path).line, message })
    return undefined
  }

  /** A map with no other members than these. */
  map(path: YamlPath, value: unknown, names: readonly string[]): Fields {
    if (value === undefined) return {}
    if (!isObject(value)) {
      this.wrong(path, fileFieldText('map', { name: nameOf(path) }))
      return {}
    }
    for (const name of Object.keys(value)) {
      if (names.includes(name)) continue
      const near = nearestName(name, names)
      const hint =
        near === undefined ? fileFieldText('known', { names }) : fileFieldText('near', { name: near })
      this.wrong([...path, name], fileFieldText('unknown', { field: name, hint }))
    }
    return value
  }

  text(path: YamlPath, value: unknown): string | undefined {
    if (value === undefined || typeof value === 'string') return value
    return this.wrong(path, fileFieldText('text', { name: nameOf(path) }))
  }

  /** One text or several. */
  texts(path: YamlPath, value: unknown): readonly string[] {
    if (value === undefined) return []
    if (typeof value === 'string') return [value]
    if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value
    this.wrong(path, fileFieldText('texts', { name: nameOf(path) }))
    return []
  }

  number(path: YamlPath, value: unknown, least: number): number | undefined {
    if (value === undefined) return undefined
    if (typeof value === 'number' && value >= least) return value
    return this.wrong(path, fileFieldText('least', { name: nameOf(path), least }))
  }

  flag(path: YamlPath, value: unknown): boolean {
    if (value === undefined || typeof value === 'boolean') return value === true
    this.wrong(path, fileFieldText('flag', { name: nameOf(path) }))
    return false
  }

  /** A path below the task's folder, or below the copy: never one that leads out of it. */
  inside(path: YamlPath, value: unknown): string | undefined {
    const text = this.text(path, value)
    if (text === undefined) return undefined
    const leaves = text === '' || text.startsWith('/') || text.split(/[\\/]/).includes('..')
    return leaves ? this.wrong(path, fileFieldText('leaves', { name: nameOf(path), path: text })) : text
  }
}

const nameOf = (path: YamlPath): Text => (path.length === 0 ? fileFieldText('whole') : `"${path.join('.')}"`)
