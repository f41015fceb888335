import { expect, test } from 'vitest'
import { readTrustArgs, type TrustArgs } from './trust-args.ts'

const plain: TrustArgs = { action: 'trust', yes: false, json: false }

test.each<[readonly string[], TrustArgs | 'help']>([
  [[], plain],
  [['dir'], { ...plain, dir: 'dir' }],
  [['--yes', 'dir'], { ...plain, yes: true, dir: 'dir' }],
  [['dir', '-y', '--json'], { ...plain, yes: true, json: true, dir: 'dir' }],
  [['--list'], { ...plain, action: 'list' }],
  [['--list', '--json'], { ...plain, action: 'list', json: true }],
  [['--revoke'], { ...plain, action: 'revoke' }],
  [['--revoke', '--', '--odd'], { ...plain, action: 'revoke', dir: '--odd' }],
  [['--help'], 'help'],
  [['-h', '--whatever'], 'help'],
])('%j is understood', (argv, expected) => {
  expect(readTrustArgs(argv)).toEqual(expected)
})

test.each([['--force'], ['a', 'b'], ['--list', '--revoke'], ['--list', 'dir'], ['--revoke', '--yes']])(
  '%j %j is refused with the usage',
  (...argv) => {
    expect(() => readTrustArgs(argv.filter(word => word !== undefined))).toThrow(/Usage: capstan trust/)
  },
)
