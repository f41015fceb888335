/**
 * Starts a program in a session of its own: it goes on when this one and its terminal are gone, so whoever
 * calls this must see to it that it can be found. Answers what it writes to its descriptor 3 until it closes it.
 */
export const spawnDetached = async (
  [program = '', ...args]: readonly string[],
  {
    env,
    cwd,
    output,
  }: {
    readonly env: Readonly<Record<string, string | undefined>>
    readonly cwd: string
    readonly output: number
  },
): Promise<string> => {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(program, args, {
    env,
    cwd,
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  })
  const over = Promise.withResolvers<string>()
  child.once('error', error => over.reject(error))
  let said = ''
  const pipe = child.stdio[3] as NodeJS.ReadableStream
  pipe.setEncoding('utf8')
  pipe.on('data', (piece: string) => {
    said += piece
  })
  pipe.on('end', () => over.resolve(said))
  pipe.on('error', error => over.reject(error))
  try {
    return await over.promise
  } finally {
    child.unref()
  }
}
