import type { Node } from 'web-tree-sitter'
import { type Language, languageOf } from './languages.ts'
import type { CodeParser } from './parse-code.ts'

/** Something a file introduces. */
export interface OutlineRow {
  readonly name: string
  /** From one. */
  readonly line: number
  /** Its beginning, in one line. */
  readonly text: string
  readonly isExported: boolean
  /** What belongs to it. */
  readonly members?: readonly string[]
}

const MOST_ROWS = 120
const MOST_MEMBERS = 6
const MOST_TEXT = 110
const MOST_DEPTH = 4

/** What other definitions stand in, at the same height as the file itself. */
const AROUND: ReadonlySet<string> = new Set([
  'ambient_declaration',
  'declaration_list',
  'decorated_definition',
  'export_statement',
  'file_scoped_namespace_declaration',
  'impl_item',
  'internal_module',
  'linkage_specification',
  'mod_item',
  'module',
  'namespace_declaration',
  'namespace_definition',
  'preproc_else',
  'preproc_if',
  'preproc_ifdef',
  'statement_block',
  'template_declaration',
  'type_declaration',
  'const_declaration',
  'lexical_declaration',
  'variable_declaration',
  'var_declaration',
  'compound_statement',
  'body_statement',
  'expression_statement',
])

const DEFINES: ReadonlySet<string> = new Set([
  'abstract_class_declaration',
  'class',
  'class_declaration',
  'class_definition',
  'class_specifier',
  'const_item',
  'const_spec',
  'delegate_declaration',
  'enum_declaration',
  'enum_item',
  'enum_specifier',
  'function_declaration',
  'function_definition',
  'function_item',
  'function_signature',
  'generator_function_declaration',
  'interface_declaration',
  'macro_definition',
  'method',
  'method_declaration',
  'preproc_def',
  'preproc_function_def',
  'record_declaration',
  'singleton_method',
  'static_item',
  'struct_declaration',
  'struct_item',
  'struct_specifier',
  'trait_declaration',
  'trait_item',
  'type_alias',
  'type_alias_declaration',
  'type_definition',
  'type_item',
  'type_spec',
  'union_item',
  'var_spec',
  'variable_declarator',
])

const MEMBERS: ReadonlySet<string> = new Set([
  'abstract_method_signature',
  'constructor_declaration',
  'function_definition',
  'function_item',
  'function_signature_item',
  'method',
  'method_declaration',
  'method_definition',
  'method_signature',
  'singleton_method',
])

/** A Ruby module, and the whole of a Python file, are called alike. */
const isAround = ({ type, parent }: Node): boolean => AROUND.has(type) || (type === 'program' && !parent)

/** What the file introduces for others; empty where nothing could be made of it. */
export const outlineOf = (parser: CodeParser, path: string, text: string): readonly OutlineRow[] => {
  const language = languageOf(path)
  const tree = language && parser.parse(text, language)
  if (!language || !tree) return []
  try {
    const rows: OutlineRow[] = []
    collect(tree.rootNode, { rows, text, language, depth: 0, isExported: false })
    const exported = rows.filter(row => row.isExported)
    return exported.length > 0 ? exported : rows
  } finally {
    tree.delete()
  }
}

interface Collecting {
  readonly rows: OutlineRow[]
  readonly text: string
  readonly language: Language
  readonly depth: number
  readonly isExported: boolean
}

const collect = (node: Node, at: Collecting): void => {
  for (const child of node.namedChildren) {
    if (at.rows.length >= MOST_ROWS) return
    const isExported = at.isExported || child.type === 'export_statement'
    if (DEFINES.has(child.type)) {
      const row = rowOf(child, { ...at, isExported })
      if (row) at.rows.push(row)
      // What a Ruby class holds are its members; of an interface likewise.
    } else if (at.depth < MOST_DEPTH && isAround(child))
      collect(child, { ...at, isExported, depth: at.depth + (child.type === 'export_statement' ? 0 : 1) })
  }
}

const rowOf = (node: Node, at: Collecting): OutlineRow | undefined => {
  const name = nameOf(node)
  if (name === undefined) return undefined
  const members = membersOf(node)
  return {
    name: name.slice(0, MOST_TEXT),
    line: node.startPosition.row + 1,
    text: beginningOf(node, at.text),
    isExported: isExported(node, name, at),
    ...(members.length > 0 ? { members } : {}),
  }
}

/** In C a name lies inside of what is declared. */
const nameOf = (node: Node): string | undefined => {
  let at: Node | null = node
  for (let depth = 0; at && depth < 6; depth++) {
    const name: Node | null = at.childForFieldName('name')
    if (name) return /^[\w$#:~.<>]+$/.test(name.text) || !/\s/.test(name.text) ? name.text : undefined
    const declarator: Node | null = at.childForFieldName('declarator')
    if (!declarator) return /identifier$/.test(at.type) ? at.text : undefined
    at = declarator
  }
  return undefined
}

const isExported = (node: Node, name: string, { language, isExported: said, text }: Collecting): boolean => {
  const head = text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 60))
  switch (language) {
    case 'typescript':
    case 'tsx':
    case 'javascript':
      return said
    case 'python':
    case 'bash':
      return !name.startsWith('_')
    case 'go':
      return /^\p{Lu}/u.test(name)
    case 'rust':
      return /^pub\b/.test(head)
    case 'java':
    case 'c-sharp':
      return /\bpublic\b/.test(head)
    case 'cpp':
      return !/^static\b/.test(head)
    default:
      return true
  }
}

const beginningOf = (node: Node, text: string): string => {
  const value = node.childForFieldName('value')
  const body = node.childForFieldName('body') ?? value?.childForFieldName('body')
  const isType = node.type === 'type_alias_declaration'
  const end = body ? body.startIndex : value && !isType ? value.startIndex : node.endIndex
  const line = text.slice(node.startIndex, Math.min(end, node.startIndex + 4 * MOST_TEXT))
  const flat = line.replaceAll(/\s+/g, ' ').replace(/\s*(?:=>|=|\{|:|do|;)?\s*$/, '')
  return flat.length > MOST_TEXT ? `${flat.slice(0, MOST_TEXT - 1)}…` : flat
}

const membersOf = (node: Node): readonly string[] => {
  const body = node.childForFieldName('body')
  if (!body || !/class|interface|trait|struct|record/.test(node.type)) return []
  const names: string[] = []
  for (const child of body.namedChildren.slice(0, 60)) {
    const member = child.type === 'decorated_definition' ? child.childForFieldName('definition') : child
    if (!member || !MEMBERS.has(member.type)) continue
    const name = nameOf(member)
    if (name === undefined || /^[#_]/.test(name) || /^(?:constructor|initialize)$/.test(name)) continue
    if (/^(?:private|protected)\b/.test(member.text.slice(0, 10))) continue
    if (!names.includes(name)) names.push(name)
    if (names.length >= MOST_MEMBERS) break
  }
  return names
}
