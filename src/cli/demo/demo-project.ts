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

export const createDemoProject = (): DemoProject => {
  const root = makeRoot()
  const dir = join(root, 'shop')
  const home = join(root, 'home')
  mkdirSync(dir)
  mkdirSync(home, { mode: 0o700 })
  const restore = (): void => {
    for (const [name, text] of Object.entries(DEMO_FILES)) writeFileSync(join(dir, name), text)
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

const CART = `// All prices are whole cents.
const BULK_QUANTITY = 10
const BULK_PERCENT = 10

/** Ten or more of the same article: ten percent off that line. */
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

const CART_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cartTotal, lineTotal } from './cart.js'

test('an empty cart costs nothing', () => {
  assert.equal(cartTotal([]), 0)
})

test('nine pieces cost the full price', () => {
  assert.equal(lineTotal({ price: 250, quantity: 9 }), 2250)
})

test('ten pieces get the bulk price', () => {
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

const README = `# shop

The cart of a small shop. Ten or more of the same article are ten percent cheaper.
Run the tests with \`npm test\`.
`

const DEMO_FILES: Readonly<Record<string, string>> = {
  'cart.js': CART,
  [DEMO_TESTS]: CART_TEST,
  'package.json': PACKAGE,
  'README.md': README,
}
