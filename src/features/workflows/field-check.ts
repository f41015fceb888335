import { type Expression, ExpressionError, pathsIn } from '../../lib/expression/expression.ts'
import { parseExpression } from '../../lib/expression/parse-expression.ts'
import { parseTemplate, placeholdersIn, type Template } from '../../lib/expression/template.ts'
import { isObject } from '../../lib/is-object.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { LocatedYaml, TextPosition, YamlPath } from '../../lib/yaml/located-yaml.ts'
import { fileFieldText } from '../../protocol/messages/cli/file-fields.ts'
import { workflowFileText } from '../../protocol/messages/cli/workflow-files.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'

/** What is wrong in a file, and where. */
export interface WorkflowProblem extends TextPosition {
  readonly message: Text
}

/** Names an expression may begin with, and what is known of what stands behind them. */
export interface Known {
  readonly inputs: readonly string[]
  /** Steps that are over by then. */
  readonly steps: readonly string[]
  /** What an item of a list is called. */
  readonly item?: string
}

type Fields = Readonly<Record<string, unknown>>

/** Reads fields of a file and gathers what is wrong with them. */
export class FieldCheck {
  readonly problems: WorkflowProblem[] = []
  readonly #yaml: LocatedYaml

  constructor(yaml: LocatedYaml) {
    this.#yaml = yaml
  }

  wrong(path: YamlPath, message: Text, place = this.#yaml.at(path)): undefined {
    this.problems.push({ ...place, message })
    return undefined
  }

  /** An object with no other members than these. */
  object(path: YamlPath, value: unknown, names: readonly string[]): Fields | undefined {
    if (!isObject(value)) return this.wrong(path, fileFieldText('map', { name: nameOf(path) }))
    for (const name of Object.keys(value)) {
      if (names.includes(name)) continue
      const at = [...path, name]
      const hint = hintFor(name, names)
      this.wrong(at, fileFieldText('unknown', { field: name, hint }), this.#yaml.atKey(at))
    }
    return value
  }

  /** A map whose names are the writer's own. */
  map(path: YamlPath, value: unknown): Fields {
    if (value === undefined) return {}
    if (isObject(value)) return value
    this.wrong(path, fileFieldText('map', { name: nameOf(path) }))
    return {}
  }

  text(path: YamlPath, value: unknown): string | undefined {
    if (value === undefined) return undefined
    if (typeof value === 'string' && value.trim() !== '') return value
    return this.wrong(path, fileFieldText('text', { name: nameOf(path) }))
  }

  flag(path: YamlPath, value: unknown): boolean {
    if (value === undefined || typeof value === 'boolean') return value === true
    this.wrong(path, fileFieldText('flag', { name: nameOf(path) }))
    return false
  }

  number(
    path: YamlPath,
    value: unknown,
    {
      least,
      most,
      whole = false,
    }: { readonly least: number; readonly most: number; readonly whole?: boolean },
  ): number | undefined {
    if (value === undefined) return undefined
    if (typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value)))
      return value
    return this.wrong(
      path,
      fileFieldText(whole ? 'whole_number' : 'number', { name: nameOf(path), least, most }),
    )
  }

  template(path: YamlPath, value: string, known: Known): Template {
    try {
      const template = parseTemplate(value)
      // Where each begins, for what is wrong with the names in it.
      const starts = [...value.matchAll(/\$\{\{\s*/g)].map(found => found.index + found[0].length)
      for (const [index, { expression }] of placeholdersIn(template).entries())
        this.#names(path, { expression, from: starts[index] ?? 0 }, known)
      return template
    } catch (error) {
      this.#unreadable(path, error)
      return []
    }
  }

  /** With or without the marks of a placeholder around it. */
  expression(path: YamlPath, value: unknown, known: Known): Expression | undefined {
    if (value === undefined) return undefined
    if (typeof value === 'boolean' || typeof value === 'number') return { kind: 'value', value }
    const text = this.text(path, value)
    if (text === undefined) return undefined
    const inner = /^\s*\$\{\{([^{}]*)\}\}\s*$/.exec(text)?.[1]
    const from = inner === undefined ? 0 : text.indexOf(inner)
    try {
      const expression = parseExpression(inner ?? text)
      this.#names(path, { expression, from }, known)
      return expression
    } catch (error) {
      const moved =
        error instanceof ExpressionError ? new ExpressionError(error.message, error.at + from) : error
      return this.#unreadable(path, moved)
    }
  }

  #names(
    path: YamlPath,
    { expression, from }: { readonly expression: Expression; readonly from: number },
    known: Known,
  ): void {
    const { item } = known
    const roots = ['inputs', 'steps', ...(item === undefined ? [] : [item, 'index'])]
    for (const { keys, at } of pathsIn(expression)) {
      const [root = '', name] = keys
      const place = this.#yaml.within(path, from + at)
      if (typeof root !== 'string' || !roots.includes(root)) {
        const what = workflowFileText('nothing_called', { name: String(root) })
        this.wrong(path, hinted(what, { name: String(root), names: roots }), place)
        continue
      }
      if (root === item || root === 'index' || typeof name !== 'string') continue
      const names = root === 'inputs' ? known.inputs : known.steps
      if (names.includes(name)) continue
      const what = workflowFileText(root === 'inputs' ? 'no_input' : 'no_step', { name })
      this.wrong(path, hinted(what, { name, names }), place)
    }
  }

  #unreadable(path: YamlPath, error: unknown): undefined {
    if (!(error instanceof ExpressionError)) throw error
    const what = workflowFileText('expression', { what: error.message })
    return this.wrong(path, what, this.#yaml.within(path, error.at))
  }
}

/** What may have been meant, or else what there is. */
export const hintFor = (word: string, names: readonly string[]): LocalizedText => {
  const near = nearestName(word, names)
  return near === undefined ? fileFieldText('known', { names }) : fileFieldText('near', { name: near })
}

const hinted = (
  what: LocalizedText,
  { name, names }: { readonly name: string; readonly names: readonly string[] },
): LocalizedText =>
  names.length === 0 ? what : workflowFileText('hinted', { what, hint: hintFor(name, names) })

const nameOf = (path: YamlPath): Text => {
  const name = path.findLast(each => typeof each === 'string')
  return name === undefined ? fileFieldText('whole') : `"${name}"`
}
