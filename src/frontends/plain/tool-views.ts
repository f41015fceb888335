import { escapeLine } from '../../lib/escape-text.ts'
import { revealBlanks } from '../../lib/reveal-blanks.ts'
import { fromDirectory } from '../../lib/short-path.ts'
import { counted } from '../../lib/text/counted.ts'
import { commandField, pathField } from '../../lib/values/call-fields.ts'
import { field, numberField, textField } from '../../lib/values/read-field.ts'
import type { Paint } from './paint.ts'
import { countChanges, showPatch, showReplacement } from './show-change.ts'

/** How one tool's calls look. Every returned line is safe for a terminal. */
export interface ToolView {
  /** What the call is about, for `● Name(…)`. */
  subject(input: unknown, cwd: string): string
  /** What a person should see before they say yes, beyond the subject. */
  preview?(input: unknown, paint: Paint): readonly string[]
  /** First line: the summary. `undefined` when the output is not of the expected kind. */
  result?(output: unknown, paint: Paint): readonly string[] | undefined
}

/** The only place of this front end that knows tools by name. */
const TOOL_VIEWS: Readonly<Record<string, ToolView>> = {
  Read: {
    subject: aboutFile,
    result: output => {
      const lines = numberField(field(output, 'file'), 'numLines')
      return lines === undefined ? undefined : [counted(lines, 'line')]
    },
  },
  Edit: {
    subject: aboutFile,
    preview: (input, paint) =>
      showReplacement(textField(input, 'old_string') ?? '', textField(input, 'new_string') ?? '', paint),
    result: showChange,
  },
  Write: {
    subject: aboutFile,
    preview: (input, paint) => showReplacement('', textField(input, 'content') ?? '', paint),
    result: (output, paint) => {
      if (textField(output, 'type') !== 'create') return showChange(output, paint)
      return [`created, ${counted(countLines(textField(output, 'content') ?? ''), 'line')}`]
    },
  },
  Bash: {
    subject: input => escapeLine(revealBlanks(commandField(input) ?? '')),
    result: showCommand,
  },
  Grep: {
    subject: (input, cwd) => {
      const path = textField(input, 'path')
      const where = path === undefined ? '' : ` in ${shownPath(path, cwd)}`
      return `${escapeLine(JSON.stringify(textField(input, 'pattern') ?? ''))}${where}`
    },
    result: output => {
      const lines = numberField(output, 'numLines') ?? numberField(output, 'numMatches')
      const files = numberField(output, 'numFiles')
      if (files === undefined) return undefined
      return [
        lines === undefined
          ? counted(files, 'file')
          : `${counted(lines, 'line')} in ${counted(files, 'file')}`,
      ]
    },
  },
  Glob: {
    subject: input => escapeLine(textField(input, 'pattern') ?? ''),
    result: output => {
      const files = numberField(output, 'numFiles')
      return files === undefined ? undefined : [counted(files, 'file')]
    },
  },
}

const GENERIC: ToolView = { subject: input => escapeLine(JSON.stringify(input) ?? '') }

export const toolView = (name: string): ToolView =>
  Object.hasOwn(TOOL_VIEWS, name) ? (TOOL_VIEWS[name] ?? GENERIC) : GENERIC

function aboutFile(input: unknown, cwd: string): string {
  return shownPath(pathField(input) ?? '', cwd)
}

const shownPath = (path: string, cwd: string): string => escapeLine(fromDirectory(path, cwd))

function showChange(output: unknown, paint: Paint): readonly string[] | undefined {
  const patch = field(output, 'structuredPatch')
  if (!Array.isArray(patch)) return undefined
  const { added, removed } = countChanges(patch)
  return [`${counted(added, 'line')} added, ${removed} removed`, ...showPatch(patch, paint)]
}

const HEAD_LINES = 16
const TAIL_LINES = 3

function showCommand(output: unknown, paint: Paint): readonly string[] | undefined {
  const stdout = textField(output, 'stdout')
  if (stdout === undefined) return undefined
  const code = field(output, 'exitCode')
  const status =
    code === 0
      ? paint('green', 'exit code 0')
      : paint('red', code === null ? 'ended early' : `exit code ${code}`)
  const lines = stdout.split('\n').filter(line => line.trim() !== '')
  const left = lines.length - HEAD_LINES - TAIL_LINES
  const shown = (some: readonly string[]) => some.map(line => tint(escapeLine(line, 120), paint))
  if (left <= 1) return [status, ...shown(lines)]
  const gap = paint('dim', `… ${counted(left, 'line')} left out`)
  return [status, ...shown(lines.slice(0, HEAD_LINES)), gap, ...shown(lines.slice(-TAIL_LINES))]
}

/** The marks test runners put before what passed and what failed. */
const tint = (line: string, paint: Paint): string => {
  if (/^\s*(?:✔|✓|ok\b)/.test(line)) return paint('green', line)
  if (/^\s*(?:✖|✗|✘|not ok\b)/.test(line)) return paint('red', line)
  return paint('dim', line)
}

const countLines = (text: string): number => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)
