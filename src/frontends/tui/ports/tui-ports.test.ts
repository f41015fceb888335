import { expect, test } from 'vitest'
import { type TuiPorts, withScreen } from './tui-ports.ts'

test('an editor gets the terminal while it runs, whichever way it is started', async () => {
  const told: string[] = []
  const system = {
    edit: async (text: string) => {
      told.push(`edits ${text}`)
      return { text }
    },
    openFile: async ({ path }: { readonly path: string }) => void told.push(`opens ${path}`),
  }
  const suspend = async <T>(work: () => Promise<T>): Promise<T> => {
    told.push('away')
    const done = await work()
    told.push('back')
    return done
  }
  const lent = withScreen({ system } as unknown as TuiPorts, { suspend, signal: () => {} })
  expect(await lent.system.edit('a')).toEqual({ text: 'a' })
  await lent.system.openFile({ path: '/b' })
  expect(told).toEqual(['away', 'edits a', 'back', 'away', 'opens /b', 'back'])
})
