import type { Command } from '../../protocol/command.ts'

type Run = Pick<Command, 'run'>

/** A row whose work is loaded when somebody wants it: nobody waits for it before the first request. */
const later = (about: Omit<Command, 'run' | 'headless' | 'beside'>, load: () => Promise<Run>): Command => ({
  headless: true,
  beside: true,
  ...about,
  run: async (args, host) => await (await load()).run(args, host),
})

/** Commands that most conversations never use. */
export const LATER_COMMANDS: readonly Command[] = [
  later(
    {
      name: 'output-style',
      description: 'Show the output styles, or choose one for new conversations',
      argumentHint: '[name]',
      group: 'setup',
    },
    async () => (await import('./later/output-style.ts')).outputStyle,
  ),
  later(
    {
      name: 'snip',
      description: 'List replies and results with their size, or remove some from the context',
      argumentHint: '[id [id]]',
      group: 'context',
    },
    async () => (await import('./later/snip.ts')).snip,
  ),
  later(
    {
      name: 'buddy',
      description: 'Show or hide a small companion above the prompt',
      argumentHint: '[on|off]',
      group: 'setup',
    },
    async () => (await import('./later/buddy.ts')).buddy,
  ),
  later(
    {
      name: 'share',
      description: 'Make a link to watch this session, which can do nothing else; list or end such links',
      argumentHint: '[2h | 7d] | list | end [id]',
      group: 'conversation',
    },
    async () => (await import('./later/share.ts')).share,
  ),
  later(
    {
      name: 'tag',
      description: 'Tag the conversation, to find it again; off removes the tag',
      argumentHint: '<tag>|off',
      group: 'conversation',
    },
    async () => (await import('./later/tag.ts')).tag,
  ),
  later(
    {
      name: 'commit',
      description: 'Commit the changes, with a message that fits the project',
      argumentHint: '[what to commit]',
      group: 'work',
      bundled: true,
    },
    async () => (await import('./later/commit.ts')).commit,
  ),
  later(
    {
      name: 'pr',
      description: 'Open a pull request for this branch',
      argumentHint: '[what to say in it]',
      group: 'work',
      bundled: true,
    },
    async () => (await import('./later/pr.ts')).pr,
  ),
  later(
    {
      name: 'verify',
      description: 'Run the change the way its users do, and report what works',
      argumentHint: '[what to verify]',
      group: 'work',
      bundled: true,
    },
    async () => (await import('./later/verify.ts')).verify,
  ),
  later(
    {
      name: 'loop',
      description: 'Repeat a prompt, every so often or at the pace of the model; list or stop loops',
      argumentHint: '[5m] [prompt] | list | stop [id]',
      group: 'work',
    },
    async () => (await import('./later/loop.ts')).loop,
  ),
  later(
    {
      name: 'goal',
      description: 'Work until a condition holds, within a budget; show or clear the goal',
      argumentHint: '[condition | $ command] [--turns 25] [--minutes 60] [--usd 5] | clear',
      group: 'work',
    },
    async () => (await import('./later/goal.ts')).goal,
  ),
  later(
    {
      name: 'assistant',
      aliases: ['proactive'],
      description: 'Turn assistant mode on or off: Capstan checks in by itself while it is quiet',
      argumentHint: '[on|off]',
      group: 'work',
    },
    async () => (await import('./later/assistant.ts')).assistant,
  ),
  later(
    {
      name: 'coordinator',
      description: 'Turn coordinator mode on or off: the model plans and hands the work to agents',
      argumentHint: '[on|off]',
      group: 'work',
    },
    async () => (await import('./later/coordinator.ts')).coordinator,
  ),
  later(
    {
      name: 'ultraplan',
      description: 'Have several agents make a plan in the background, then read, comment and approve it',
      argumentHint: '[--usd <limit>] <task> | review',
      group: 'work',
    },
    async () => (await import('./later/ultraplan.ts')).ultraplan,
  ),
  later(
    {
      name: 'workflow',
      aliases: ['workflows'],
      description: 'List workflows, or run one in the background',
      argumentHint: '[list] | <name> [input=value …] | resume <run id>',
      group: 'work',
    },
    async () => (await import('./later/workflow.ts')).workflow,
  ),
  later(
    {
      name: 'update-config',
      description: 'Have settings, hooks or permissions changed as you describe',
      argumentHint: '<what should happen>',
      group: 'setup',
      bundled: true,
      // It is about what the model may do.
      personOnly: true,
    },
    async () => (await import('./later/update-config.ts')).updateConfig,
  ),
  later(
    {
      name: 'skillify',
      description: 'Make a skill of what worked in this conversation',
      argumentHint: '[what to keep]',
      group: 'work',
      bundled: true,
    },
    async () => (await import('./later/skillify.ts')).skillify,
  ),
  later(
    {
      name: 'skills',
      description:
        'Show skills: where they come from, who can call them, what they cost; switch one on or off',
      argumentHint: '[on|off name]',
      group: 'setup',
      panel: { name: 'skills', when: 'bare' },
    },
    async () => (await import('./later/skills.ts')).skills,
  ),
  later(
    {
      name: 'agents',
      description: 'List agents; create, edit, delete or try one',
      group: 'setup',
      panel: { name: 'agents', when: 'bare' },
    },
    async () => (await import('./later/agents.ts')).agents,
  ),
  later(
    {
      name: 'list-agents',
      aliases: ['peers'],
      description: 'Show agents and your other sessions; deliver or drop their held messages',
      argumentHint: '[deliver|drop] [number]',
      group: 'work',
    },
    async () => (await import('./later/agents.ts')).listAgents,
  ),
  later(
    { name: 'reload-skills', description: 'Load skills, commands and agents anew', group: 'setup' },
    async () => (await import('./later/skills.ts')).reloadSkills,
  ),
  later(
    {
      name: 'hooks',
      description: 'List the configured hooks, with the file each comes from',
      group: 'permissions',
    },
    async () => (await import('./later/hooks.ts')).hooks,
  ),
  later(
    {
      name: 'mcp',
      description: 'Show MCP servers and their state; reconnect, enable, disable or sign in',
      argumentHint: '[reconnect|enable|disable|approve|login|logout name]',
      group: 'setup',
      panel: { name: 'mcp', when: 'bare' },
    },
    async () => (await import('./later/mcp.ts')).mcp,
  ),
  later(
    {
      name: 'ide',
      description: 'Connect to your editor: selection as context, diffs to review there; or disconnect',
      argumentHint: '[list | name or id | off | selection on|off]',
      group: 'setup',
      panel: { name: 'ide', when: 'bare' },
    },
    async () => (await import('./later/ide.ts')).ide,
  ),
  later(
    {
      name: 'files',
      description: 'List the files the model has read or changed in this conversation',
      group: 'context',
    },
    async () => (await import('./later/files.ts')).files,
  ),
  later(
    {
      name: 'insights',
      description: 'Show how you work here: sessions, tools, files and spending of the last 30 days',
      argumentHint: '[days]',
      group: 'context',
    },
    async () => (await import('./later/insights.ts')).insights,
  ),
  later(
    {
      name: 'feedback',
      aliases: ['bug'],
      description: 'Write a report about a problem to a file, with secrets masked',
      argumentHint: '<what happened>',
      group: 'help',
    },
    async () => (await import('./later/feedback.ts')).feedback,
  ),
  later(
    {
      name: 'heapdump',
      description: 'Write a heap snapshot of this program to a file, to look for memory problems',
      group: 'help',
      destructive: true,
    },
    async () => (await import('./later/heapdump.ts')).heapdump,
  ),
  later(
    {
      name: 'extensions',
      description: 'Show everything loaded: where it comes from, what it costs, and what is wrong with it',
      group: 'setup',
    },
    async () => (await import('./later/extensions.ts')).extensions,
  ),
  later(
    {
      name: 'reload-plugins',
      description: 'Take up plugins that were installed, changed or removed',
      argumentHint: '[--force]',
      group: 'setup',
    },
    async () => (await import('./later/reload-plugins.ts')).reloadPlugins,
  ),
  later(
    {
      name: 'plugin',
      aliases: ['plugins', 'marketplace'],
      description: 'Manage plugins and marketplaces',
      argumentHint: '[install|uninstall|enable|disable|update <name> | marketplace add …]',
      group: 'setup',
      panel: { name: 'plugin', when: 'bare' },
    },
    async () => (await import('./later/plugin.ts')).plugin,
  ),
  later(
    {
      name: 'import',
      description: 'Show what can be brought over from other tools; --yes does it',
      argumentHint: '[tool …] [--yes]',
      group: 'setup',
    },
    async () => (await import('./later/import.ts')).importFrom,
  ),
]
