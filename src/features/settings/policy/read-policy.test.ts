import { expect, test } from 'vitest'
import { allInEnglish } from '../../../../test/support/in-english.ts'
import { isObject } from '../../../lib/is-object.ts'
import { parseJsonc } from '../jsonc.ts'
import { POLICY_ROWS, readPolicy } from './read-policy.ts'
import { strictReading } from './strictest.ts'

const read = (value: unknown, foreign = false) => {
  const text = JSON.stringify(value)
  return allInEnglish(
    readPolicy({ file: '/etc/capstan/managed-settings.json', text, ...parseJsonc(text), foreign }),
  )
}
const kinds = (value: unknown, foreign = false) =>
  read(value, foreign).complaints.map(({ kind, key }) => [kind, key])

const at = (settings: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), settings)
const inside = (key: string, value: unknown): unknown =>
  key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)

/** Nothing is permitted or forbidden by them: a value that is not of their kind may be left out, and that is said. */
const HARMLESS =
  `browser afterEdit codeMapTokens agent coordinator agents.fork agents.backgroundAfterSeconds costReminderUsd autoCompactEnabled
  autoCompactWindow compaction.percent compaction.model compaction.notes compaction.collapse compaction.snipNudge
  compaction.contextEditing compaction.cacheMinutes toolBatchLabels checkClaims promptCacheLifetime compaction.keepResults
  diffTool bashForegroundSeconds autoMemoryLog model fallbackModel advisorModel smallFastModel planModel provider exchangeRates waitForLimit effortLevel
  alwaysThinkingEnabled models modelOverrides pluginConfigs language promptLanguage outputStyle
  includeGitInstructions attribution includeCoAuthoredBy verifyChanges fileCheckpointingEnabled
  askUserQuestionTimeout defaultShell minimumVersion autoUpdatesChannel otelHeadersHelper features.effortWords features.tokenWords
  skillListingBudgetFraction skillListingMaxDescChars teammateMode theme uiLanguage editorMode verbose viewMode
  showThinkingSummaries showTurnDuration showTimestamps wrapText promptSuggestionEnabled spinnerTipsEnabled spinnerVerbs
  companyAnnouncements spinnerTipsOverride syntaxHighlightingDisabled prefersReducedMotion buddy axScreenReader
  preferredNotifChannel emojiCompletionEnabled externalEditorContext inputNeededNotifEnabled
  permissionExplainerEnabled terminalTitleFromRename terminalProgressBarEnabled terminalTitleDisabled respectGitignore statusLine
  pullRequests.enabled pullRequests.forges pullRequests.pollSeconds serve.push.contact serve.push.desktop
  serve.push.detail serve.push.enabled serve.push.ntfy serve.push.privateEndpoints serve.push.quietHours
  serve.push.webhook serve.triggers
  fileSuggestion webSearch notifyWebhook worktree.baseRef worktree.sparsePaths worktree.bgIsolation
  workflowSizeGuideline workflowKeywordTriggerEnabled
  spellcheck skipAutoPermissionPrompt voice.mode voice.command voice.url voice.model voice.keyVariable voice.language
  voice.recorder voice.speak computer.pictureSize remote.lingerMinutes
  pluginTrustMessage awaySummaryEnabled footerLinksRegexes prUrlTemplate respondToBashCommands
  fileEncoding script showClearContextOnPlanAccept subagentStatusLine vimInsertModeRemaps`.split(/\s+/)

test('of every setting it is decided what a wrong value of policy counts as', () => {
  const harmless = POLICY_ROWS.filter(row => strictReading(row) === 'harmless').map(({ key }) => key)
  expect(harmless.sort()).toEqual(HARMLESS.toSorted())
})

const WRONG: readonly unknown[] = [
  'yes',
  'true',
  5,
  0,
  -1,
  1.5,
  true,
  false,
  null,
  [],
  [5],
  [null],
  {},
  { x: 1 },
  [[]],
]

const isAccepted = (row: (typeof POLICY_ROWS)[number], value: unknown): boolean => {
  // A number among variables is plain: it is one as text.
  if (row.key === 'env' && isObject(value) && value['x'] === 1) return true
  const wrong: unknown[] = []
  row.check(value, { key: '', report: path => wrong.push(path) })
  return wrong.length === 0
}

test.each(POLICY_ROWS.map(row => [row.key, row] as const))(
  '%s: no value of a wrong kind is taken for less than the strictest reading',
  (key, row) => {
    const reading = strictReading(row)
    for (const wrong of WRONG.filter(value => !isAccepted(row, value))) {
      const { settings, complaints } = read(inside(key, wrong))
      const words = JSON.stringify({ wrong, complaints })
      // Whatever it counts as, it is said.
      expect(complaints.length, words).toBeGreaterThan(0)
      if (complaints.some(({ kind }) => kind === 'fatal')) continue
      const counts = at(settings, key)
      if (reading === 'harmless') expect(counts === undefined || typeof counts === 'object', words).toBe(true)
      else if (reading === 'opens') expect(counts, words).toEqual([])
      // A single text is the only entry of a list that restricts; nothing else gets here.
      else if (reading === 'closes') expect(counts, words).toEqual([wrong])
      else if (key === 'strictPluginOnlyCustomization')
        expect(counts, words).toEqual(['skills', 'agents', 'hooks', 'mcp'])
      else expect(counts, words).toEqual(typeof reading === 'object' ? reading.as : undefined)
      expect(reading, words).not.toBe('stops')
    }
  },
)

test.each<[object, string, unknown]>([
  [{ allowManagedHooksOnly: 'yes' }, 'allowManagedHooksOnly', true],
  [{ allowManagedPermissionRulesOnly: 0 }, 'allowManagedPermissionRulesOnly', true],
  [{ disableSideloadFlags: 'false' }, 'disableSideloadFlags', true],
  [{ channelsEnabled: 'false' }, 'channelsEnabled', false],
  [{ allowedMcpServers: 'github' }, 'allowedMcpServers', []],
  [{ allowedMcpServers: [{ serverName: 'a' }, 5] }, 'allowedMcpServers', [{ serverName: 'a' }]],
  [{ availableModels: 'opus' }, 'availableModels', []],
  [{ strictKnownMarketplaces: {} }, 'strictKnownMarketplaces', []],
  [{ blockedPlugins: 'evil@market' }, 'blockedPlugins', ['evil@market']],
  [{ disabledMcpjsonServers: 'evil' }, 'disabledMcpjsonServers', ['evil']],
  [{ crossSessionInbound: 'sometimes' }, 'crossSessionInbound', 'refuse'],
  [{ crossSessionInbound: 'accept' }, 'crossSessionInbound', 'deliver'],
  [{ permissions: { defaultMode: 'yolo' } }, 'permissions.defaultMode', 'default'],
  [{ permissions: { defaultMode: 'manual' } }, 'permissions.defaultMode', 'default'],
  [{ permissions: { allow: 'Bash' } }, 'permissions.allow', []],
  [
    { permissions: { disableBypassPermissionsMode: true } },
    'permissions.disableBypassPermissionsMode',
    'disable',
  ],
  [{ sandbox: { enabled: 1 } }, 'sandbox.enabled', true],
  [{ sandbox: { network: { allowedDomains: '*' } } }, 'sandbox.network.allowedDomains', []],
  [{ sandbox: { filesystem: { denyRead: '~/.ssh' } } }, 'sandbox.filesystem.denyRead', ['~/.ssh']],
  [{ env: { DISABLED: 1, ON: true } }, 'env', { DISABLED: '1', ON: 'true' }],
  [
    { strictPluginOnlyCustomization: true },
    'strictPluginOnlyCustomization',
    ['skills', 'agents', 'hooks', 'mcp'],
  ],
  [{ strictPluginOnlyCustomization: { mcp: true, hooks: false } }, 'strictPluginOnlyCustomization', ['mcp']],
  [
    { strictPluginOnlyCustomization: ['skills', 'modes'] },
    'strictPluginOnlyCustomization',
    ['skills', 'agents', 'hooks', 'mcp'],
  ],
])('%j: %s counts as %j, and deny rules beside it stay', (policy, key, counts) => {
  const beside = {
    ...policy,
    permissions: { ...('permissions' in policy ? Object(policy.permissions) : {}), deny: ['Bash(rm *)'] },
  }
  const { settings, complaints } = read(beside)
  expect(at(settings, key)).toEqual(counts)
  expect(settings.permissions?.deny).toEqual(['Bash(rm *)'])
  expect(complaints.filter(({ kind }) => kind === 'fatal')).toEqual([])
})

test.each<[object, string]>([
  [{ permissions: { deny: 'Bash' } }, 'permissions.deny'],
  [{ permissions: { deny: ['Bash', 7] } }, 'permissions.deny.1'],
  [{ permissions: [] }, 'permissions'],
  [{ sandbox: 'yes' }, 'sandbox'],
  [{ sandbox: { network: true } }, 'sandbox.network'],
  [{ hooks: { PreToolUse: {} } }, 'hooks.PreToolUse'],
  [{ deniedMcpServers: [{ serverNam: 'x' }] }, 'deniedMcpServers.0'],
  [{ deniedMcpServers: 'x' }, 'deniedMcpServers'],
  [{ budgets: { day: { hard: 'much' } } }, 'budgets.day.hard'],
  [{ requiredMaximumVersion: 'new' }, 'requiredMaximumVersion'],
  [{ policyHelper: '/bin/helper' }, 'policyHelper'],
  [{ policyHelper: { path: '/opt/../bin/x' } }, 'policyHelper.path'],
  [{ policyHelper: { path: '/opt/x', timeoutMs: 5 } }, 'policyHelper.timeoutMs'],
  [{ policyHelper: { path: '/opt/x', refreshIntervalMs: 5 } }, 'policyHelper.refreshIntervalMs'],
  [{ forceLoginMethod: 'gateway' }, 'forceLoginMethod'],
  [{ forceLoginGatewayUrl: 'https://x.example' }, 'forceLoginGatewayUrl'],
])('%j stops the start, and %s is named', (policy, key) => {
  expect(kinds(policy)).toContainEqual(['fatal', key])
})

test.each<[object, string]>([
  [{ forbidEverything: true }, 'forbidEverything'],
  [{ allowManagedHookOnly: true }, 'allowManagedHookOnly'],
  [{ sandbox: { forbid: true } }, 'sandbox.forbid'],
  [{ permissions: { denied: ['Bash'] } }, 'permissions.denied'],
  [{ sandbox: { network: { blockAll: true } } }, 'sandbox.network.blockAll'],
  [{ autoMode: { classifyNothing: true } }, 'autoMode.classifyNothing'],
])('%j: a policy nobody knows stops the start, unless the file itself says otherwise', (policy, key) => {
  expect(kinds(policy)).toEqual([['fatal', key]])
  const relaxed = read({ ...policy, ignoreUnknownPolicy: true })
  expect(relaxed.complaints).toEqual([
    {
      kind: 'note',
      message: `/etc/capstan/managed-settings.json: "ignoreUnknownPolicy" is on, so keys that this version does not know have no effect: ${key}`,
    },
  ])
  // A word that is no switch relaxes nothing.
  expect(kinds({ ...policy, ignoreUnknownPolicy: 'true' })).toContainEqual(['fatal', key])
})

test('what is about things that are not here is said once', () => {
  expect(
    read({ disableArtifact: true, wslInheritsWindowsSettings: true, sshHostAllowlist: [], tui: 'fullscreen' })
      .complaints,
  ).toEqual([
    {
      kind: 'note',
      message:
        '/etc/capstan/managed-settings.json: these keys are about things that Capstan does not have, and have no effect: disableArtifact, wslInheritsWindowsSettings, sshHostAllowlist, tui',
    },
  ])
})

test('versions that the policy of another program asks for are not compared', () => {
  const wanted = { requiredMinimumVersion: '2.1.0', requiredMaximumVersion: '2.9.0', minimumVersion: '2.1.0' }
  expect(read(wanted, true)).toMatchObject({ settings: {}, complaints: [{ kind: 'note' }] })
  expect(read(wanted)).toEqual({ settings: wanted, complaints: [] })
})

test('a key given twice stops the start: one of the two would be lost', () => {
  const text = '{"allowManagedHooksOnly": true, "allowManagedHooksOnly": false}'
  const found = readPolicy({ file: 'f', text, ...parseJsonc(text), foreign: false })
  expect(found.complaints).toMatchObject([{ kind: 'fatal', key: 'allowManagedHooksOnly' }])
})

test('a message says where, what is wrong and what it counts as', () => {
  expect(read({ allowManagedHooksOnly: 'yes' }).complaints.map(({ message }) => message)).toEqual([
    '/etc/capstan/managed-settings.json:1:2: allowManagedHooksOnly: expected true or false, found a string; the strictest reading applies: true',
  ])
  expect(read({ forbid: 1 }).complaints.map(({ message }) => message)).toEqual([
    '/etc/capstan/managed-settings.json:1:2: this version does not know the policy forbid, so nothing was started. Update Capstan, remove the key, or add "ignoreUnknownPolicy": true to this file',
  ])
})

test.each([
  ['files', { path: '~/x', mode: 'mask', extract: '(' }, ['~/x'], 'extract'],
  ['envVars', { mode: 'mask' }, [], 'name'],
])(
  'a mask of policy in %s that is not understood stops the start, and opens nothing',
  (list, entry, kept, field) => {
    const { settings, complaints } = read({ sandbox: { credentials: { [list]: [entry] } } })
    expect(at(settings, `sandbox.credentials.${list}`)).toEqual(kept)
    expect(complaints.map(({ kind, key }) => [kind, key])).toEqual([
      ['fatal', `sandbox.credentials.${list}.0.${field}`],
    ])
  },
)
