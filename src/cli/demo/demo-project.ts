import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { ExitError } from '../exit-error.ts'

/** A directory of its own for everything the demo writes. */
export interface DemoProject {
  readonly root: string
  /** The project the model works in. */
  readonly dir: string
  /** Stands in for the person's home, so that nothing of theirs is read or written. */
  readonly home: string
  /** The files as they were at the beginning, to play once more. */
  restore(): void
  /** May be called at any time, more than once. */
  remove(): void
}

export const createDemoProject = (language: DemoLanguage): DemoProject => {
  const root = makeRoot()
  const dir = join(root, 'shop')
  const home = join(root, 'home')
  mkdirSync(dir)
  mkdirSync(home, { mode: 0o700 })
  const restore = (): void => {
    for (const [name, text] of Object.entries(filesIn(WORDS[language]))) writeFileSync(join(dir, name), text)
  }
  restore()
  return {
    root,
    dir,
    home,
    restore,
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  }
}

const makeRoot = (): string => {
  try {
    return realpathSync.native(mkdtempSync(join(tmpdir(), 'capstan-demo-')))
  } catch (error) {
    const why = errorText(error)
    throw new ExitError(1, commandText('demo_project', { directory: tmpdir(), why }))
  }
}

/** The comparison that is wrong, and right. */
export const BUG = 'quantity > BULK_QUANTITY'
export const FIX = 'quantity >= BULK_QUANTITY'

export type DemoLanguage = 'en' | 'zh'

/** What the shop promises, in its README and in a comment. */
export const PROMISE: Readonly<Record<DemoLanguage, string>> = { en: 'ten or more', zh: '满十件' }

interface Words {
  readonly cents: string
  readonly bulk: string
  readonly empty: string
  readonly nine: string
  readonly ten: string
  readonly readme: string
}

const WORDS: Readonly<Record<DemoLanguage, Words>> = {
  en: {
    cents: 'All prices are whole cents.',
    bulk: 'Ten or more of the same article: ten percent off that line.',
    empty: 'an empty cart costs nothing',
    nine: 'nine pieces cost the full price',
    ten: 'ten pieces get the bulk price',
    readme: `# shop

The cart of a small shop. Ten or more of the same article are ten percent cheaper.
Run the tests with \`npm test\`.
`,
  },
  zh: {
    cents: '价格均以分为单位。',
    bulk: '同一商品满十件，该行打九折。',
    empty: '空购物车为零元',
    nine: '九件按原价',
    ten: '十件享受批量价',
    readme: `# shop

一家小店的购物车。同一商品满十件打九折。
用 \`npm test\` 运行测试。
`,
  },
}

const cartIn = ({ cents, bulk }: Words): string => `// ${cents}
const BULK_QUANTITY = 10
const BULK_PERCENT = 10

/** ${bulk} */
export function lineTotal({ price, quantity }) {
  const full = price * quantity
  if (${BUG}) {
    return full - Math.round((full * BULK_PERCENT) / 100)
  }
  return full
}

export function cartTotal(lines) {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0)
}
`

const testIn = ({ empty, nine, ten }: Words): string => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cartTotal, lineTotal } from './cart.js'

test('${empty}', () => {
  assert.equal(cartTotal([]), 0)
})

test('${nine}', () => {
  assert.equal(lineTotal({ price: 250, quantity: 9 }), 2250)
})

test('${ten}', () => {
  assert.equal(lineTotal({ price: 250, quantity: 10 }), 2250)
})
`

/** All tests of the project. */
export const DEMO_TESTS = 'cart.test.js'

const PACKAGE = `{
  "name": "shop",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`

const filesIn = (words: Words): Readonly<Record<string, string>> => ({
  'cart.js': cartIn(words),
  [DEMO_TESTS]: testIn(words),
  'package.json': PACKAGE,
  'README.md': words.readme,
})
