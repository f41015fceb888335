import { createInterface } from 'node:readline'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { ExitError } from '../exit-error.ts'
import { problemSayer } from '../in-ui-language.ts'

/**
 * The address that the browser ended at, where it could not come back to this machine: a page that cannot be loaded
 * has it in its address bar. Lines that are not of this sign-in are asked for again.
 */
export const pasteReturn = async (
  isRight: (state: string | null) => boolean,
  signal: AbortSignal,
): Promise<URLSearchParams> => {
  const say = await problemSayer(process.env)
  say(accountText('paste_return'))
  const lines = createInterface({ input: process.stdin, historySize: 0 })
  const end = (): void => lines.close()
  signal.addEventListener('abort', end, { once: true })
  try {
    for await (const line of lines) {
      const params = URL.canParse(line.trim()) ? new URL(line.trim()).searchParams : undefined
      if (!params || !isRight(params.get('state'))) {
        if (line.trim() !== '') say(accountText('other_return'))
        continue
      }
      const error = params.get('error')
      if (error !== null)
        throw new ExitError(1, accountText('return_refused', { error: error.slice(0, 100) }))
      if (params.has('code')) return params
    }
    // Nobody pastes any more; a browser that finds its way back still counts.
    return await new Promise<never>(() => undefined)
  } finally {
    signal.removeEventListener('abort', end)
    lines.close()
    process.stdin.pause()
  }
}
