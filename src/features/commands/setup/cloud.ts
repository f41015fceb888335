import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import type { Cloud, CloudSetup } from '../../../protocol/provider-settings.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

const setUp = async (cloud: Cloud, args: string, host: CommandHost): Promise<CommandOutcome> =>
  outcomeOf(await host.setUpCloud(cloud, args.trim()))

/** A screen asks step by step; others are told what to type. */
const outcomeOf = ({ text, ask }: CloudSetup): CommandOutcome =>
  ask === undefined
    ? shown(text)
    : { kind: 'ui', request: { kind: 'panel', panel: 'cloud-setup', params: ask }, text }

export const setupBedrockCommand: Command = {
  ...described('setup_bedrock'),
  group: 'setup',
  headless: true,
  beside: true,
  run: (args, host) => setUp('bedrock', args, host),
}

export const setupVertexCommand: Command = {
  ...described('setup_vertex'),
  group: 'setup',
  headless: true,
  beside: true,
  run: (args, host) => setUp('vertex', args, host),
}
