import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hasTmux } from '../support/needs-program.ts'
import { API_KEY, openWorld, PROGRAM } from '../support/run-program.ts'

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ name, input })
const within = { timeout: 60_000, interval: 50 }

test.skipIf(!hasTmux())(
  'in tmux a member gets a pane that shows its transcript; a question answered there is settled at the leader; the pane closes at the end',
  async () => {
    await using world = await openWorld({
      replies: [
        {
          tools: [
            call('TeamCreate', { team_name: 'crew' }),
            call('Agent', { description: 'ann', prompt: 'WORK as ann', name: 'ann', team_name: 'crew' }),
          ],
          when: { lastUserText: 'GO' },
        },
        { text: 'Started.', when: { toolResult: { tool: 'Agent' } } },
        {
          tool: call('Write', { file_path: 'made.txt', content: 'x' }),
          when: { lastUserText: 'WORK as ann' },
        },
        { text: 'It is made by me.', when: { toolResult: { tool: 'Write' } } },
        { text: 'The leader heard.', when: { lastUserText: 'It is made by me.' } },
        { text: 'ok', repeat: true },
      ],
    })
    mkdirSync(world.config, { recursive: true })
    writeFileSync(join(world.config, 'settings.json'), JSON.stringify({ teams: { enabled: true } }))
    const socket = join(world.root, 'tmux')
    const tmux = (...args: readonly string[]): string =>
      execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const panes = (): readonly string[] => tmux('list-panes', '-F', '#{pane_id}').trim().split('\n')
    const screen = (pane: string): string => tmux('capture-pane', '-p', '-J', '-t', pane)
    const given = Object.entries({
      HOME: world.home,
      CAPSTAN_CONFIG_DIR: world.config,
      ANTHROPIC_BASE_URL: world.server.url,
      CAPSTAN_TRUST_WORKSPACE: '1',
      // The member has it from the leader, not from the server of the panes.
      ANTHROPIC_API_KEY: API_KEY,
    }).map(([name, value]) => `${name}='${value}'`)
    const program = `env ${given.join(' ')} '${process.execPath}' '${PROGRAM}' --teammate-mode auto`
    tmux('-f', '/dev/null', 'new-session', '-d', '-x', '200', '-y', '50', '-c', world.project, program)
    try {
      const [leader = ''] = panes()
      await vi.waitFor(() => expect(screen(leader)).toContain('context left'), within)
      tmux('send-keys', '-t', leader, 'GO', 'Enter')
      await vi.waitFor(() => expect(panes()).toHaveLength(2), within)
      const pane = panes().find(id => id !== leader) ?? ''
      // It asks in both places; here the person answers in its own.
      await vi.waitFor(() => expect(screen(pane)).toMatch(/made\.txt[\s\S]*Yes/), within)
      await vi.waitFor(() => expect(screen(leader)).toMatch(/made\.txt[\s\S]*Yes/), within)
      await vi.waitFor(
        () => {
          // A key that comes with the question is not taken for an answer.
          if (screen(pane).includes('Enter choose')) tmux('send-keys', '-t', pane, 'Enter')
          expect(screen(pane)).toContain('It is made by me.')
        },
        { timeout: 60_000, interval: 200 },
      )
      await vi.waitFor(() => expect(screen(leader)).toContain('The leader heard.'), within)
      expect(screen(leader)).not.toMatch(/Yes, don't ask/)
      const team = readFileSync(join(world.config, 'teams/crew/config.json'), 'utf8')
      expect(JSON.parse(team).members[1]).toMatchObject({ name: 'ann', tmuxPaneId: pane })
      tmux('send-keys', '-t', leader, 'C-d')
      tmux('send-keys', '-t', leader, 'C-d')
      await vi.waitFor(() => expect(() => panes()).toThrow(), within)
    } finally {
      try {
        tmux('kill-server')
      } catch {
        // It ended with its last pane.
      }
    }
  },
)
