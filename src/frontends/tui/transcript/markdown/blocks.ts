import type { Token, Tokens } from 'marked'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { hang, isAtBorder, withoutBorderMarks } from '../hang.ts'
import type { RenderOptions } from '../render-options.ts'
import { safeLines, safeText } from '../safe-text.ts'
import { proseRows } from '../text-rows.ts'
import { codeLines, fencedLines, isFence } from './code-block.ts'
import { endsBlank, FLOW_START, type Flow, flowAfter, needsGap } from './flow.ts'
import { checkbox, inlineText } from './inline.ts'
import { tableLines } from './table.ts'

const RULE_COLUMNS = 40

/** The lines of blocks in a row, with the empty lines between them. */
const renderBlocks = (
  tokens: readonly Token[],
  look: RenderOptions,
  level: 'top' | 'inside',
): readonly Line[] => {
  const lines: Line[] = []
  let flow: Flow = FLOW_START
  for (const token of tokens) {
    const made = renderBlock(token, look)
    if (made.length > 0 && needsGap(flow, token.type, level)) lines.push('')
    for (const line of made) lines.push(line)
    flow = flowAfter(flow, token)
  }
  return lines
}

export const renderBlock = (token: Token, look: RenderOptions): readonly Line[] => {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return []
    case 'heading':
      return headingLines(token as Tokens.Heading, look)
    case 'code':
      return isFence(token.raw)
        ? fencedLines(token.raw, look)
        : codeLines((token as Tokens.Code).text, undefined, look)
    case 'blockquote':
      return quoteLines(token as Tokens.Blockquote, look)
    case 'list':
      return listLines(token as Tokens.List, look)
    case 'table':
      return tableLines(token as Tokens.Table, look)
    case 'hr':
      return [ruleLine(look)]
    case 'html':
      return safeLines(token.raw.trimEnd()).flatMap(line =>
        wrapAnsi(look.theme.paint('dim', line), look.width),
      )
    default:
      return proseLines(token as Tokens.Generic, look)
  }
}

const proseLines = ({ tokens, raw }: Tokens.Generic, look: RenderOptions): readonly Line[] => {
  const text = (tokens ? inlineText(tokens, look) : safeText(raw)).trimEnd()
  return text.split('\n').flatMap(line => proseRows(line, look))
}

const ruleLine = ({ theme, width, plain }: RenderOptions): Line =>
  plain ? '---' : theme.paint('border', '─'.repeat(Math.min(width, RULE_COLUMNS)))

const headingLines = ({ depth, tokens }: Tokens.Heading, look: RenderOptions): readonly Line[] => {
  const { theme } = look
  const text = inlineText(tokens, look)
  const underlined = depth === 1 ? `\u001b[4m${text}\u001b[24m` : text
  return proseRows(theme.paint(depth < 3 ? 'heading' : 'strong', underlined), look)
}

const quoteLines = ({ tokens }: Tokens.Blockquote, look: RenderOptions): readonly Line[] => {
  const mark = look.plain ? '> ' : `${look.theme.paint('border', '▎')} `
  const lines = hang({ mark, rest: mark }, { ...look, border: look.border ?? look }, inner =>
    renderBlocks(tokens, inner, 'top').map(line =>
      isAtBorder(line) ? line : look.theme.paint('quote', line),
    ),
  )
  return look.border ? lines : withoutBorderMarks(lines)
}

const listLines = (list: Tokens.List, look: RenderOptions): readonly Line[] => {
  const lines: Line[] = []
  for (const [index, item] of list.items.entries()) {
    if (index > 0 && endsBlank(list.items[index - 1]?.raw ?? '')) lines.push('')
    const number = list.ordered ? Number(list.start || 1) + index : undefined
    for (const line of itemLines(item, number, look)) lines.push(line)
  }
  return lines
}

/** One item of a list; `number` when it has one. */
export const itemLines = (
  item: Tokens.ListItem,
  number: number | undefined,
  look: RenderOptions,
): readonly Line[] => {
  const { theme, plain } = look
  const bullet = number === undefined ? (plain ? '-' : '•') : `${number}.`
  const mark = item.task
    ? `${number === undefined ? '' : `${bullet} `}${checkbox(item.checked ?? false, look)}`
    : `${theme.paint('accent', bullet)} `
  const hung = (around: RenderOptions): readonly Line[] =>
    hang({ mark }, { ...around, border: around.border ?? around }, inner => {
      const made = renderBlocks(withoutCheckbox(item), inner, 'inside')
      return made.length === 0 ? [''] : made
    })
  if (look.soft && look.softProse && isProse(item))
    return hung({ ...look, width: UNBROKEN, soft: undefined }).flatMap(line => proseRows(line, look))
  return look.border ? hung(look) : withoutBorderMarks(hung(look))
}

/** Columns that no line has. */
const UNBROKEN = 1_000_000

/** Nothing in it depends on how many columns there are. */
const isProse = ({ tokens = [] }: Tokens.Generic): boolean =>
  tokens.every(
    token =>
      ['text', 'paragraph', 'space', 'checkbox'].includes(token.type) ||
      (token.type === 'list' && (token as Tokens.List).items.every(isProse)),
  )

const withoutCheckbox = ({ tokens }: Tokens.ListItem): readonly Token[] =>
  tokens.map((token, at) =>
    at === 0 && token.type === 'paragraph'
      ? { ...token, tokens: token.tokens?.filter(each => each.type !== 'checkbox') }
      : token,
  ) as readonly Token[]
