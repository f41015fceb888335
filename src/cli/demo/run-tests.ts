import { spawn } from 'node:child_process'
import { DEMO_TESTS } from './demo-project.ts'

const TIMEOUT_MS = 60_000

/**
 * Runs the project's tests outside the conversation. True only when Node says that all of them pass. Without its runner, which
 * would only start the one file in another process.
 */
export const testsPass = (dir: string, env: Readonly<Record<string, string>>): Promise<boolean> =>
  new Promise(resolve => {
    const child = spawn('node', [DEMO_TESTS], { cwd: dir, env, stdio: 'ignore', timeout: TIMEOUT_MS })
    child.on('error', () => resolve(false))
    child.on('exit', code => resolve(code === 0))
  })
