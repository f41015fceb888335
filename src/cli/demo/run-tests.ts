import { spawn } from 'node:child_process'

const TIMEOUT_MS = 60_000

/** Runs the project's tests outside the conversation. True only when Node says that all of them pass. */
export const testsPass = (dir: string, env: Readonly<Record<string, string>>): Promise<boolean> =>
  new Promise(resolve => {
    const child = spawn('node', ['--test'], { cwd: dir, env, stdio: 'ignore', timeout: TIMEOUT_MS })
    child.on('error', () => resolve(false))
    child.on('exit', code => resolve(code === 0))
  })
