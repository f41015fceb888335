import { dirname } from 'node:path'
import { readAgents } from '../../features/agents/read-agents.ts'
import { readSkills } from '../../features/skills/read-skills.ts'
import { parseTemplate } from '../../features/skills/template.ts'
import { findWorkflows } from '../../features/workflows/find-workflows.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import { describeFields } from '../../lib/text/describe-fields.ts'
import type { LeafStep, Step } from '../../protocol/agents/workflow.ts'
import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type { Power } from '../../protocol/extensions/power.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import { hookPowers, makePower, scriptPowers } from './make-power.ts'

/** What one skill, command, agent or workflow of a place may do beyond being read. */
export interface ExtensionPowers {
  readonly kind: 'skill' | 'command' | 'agent' | 'workflow'
  readonly name: string
  readonly file: string
  readonly powers: readonly Power[]
}

/** Loads what a session would load from a place, with the same loaders. */
export const extensionPowers = async (place: ExtensionRoot): Promise<readonly ExtensionPowers[]> => {
  // Nothing of an earlier reading: what is shown is what lies there now.
  const heads = createMarkdownHeads(undefined)
  const { contributions } = await readSkills([place], heads)
  const agents = (await readAgents([place], heads)).contributions.flatMap(({ agents: found = [] }) => found)
  const { workflows } = await findWorkflows([place])
  const skills = contributions.flatMap(({ skills: found = [] }) => found)
  const isPlugin = place.source.level === 'plugin'
  return [
    ...(await Promise.all(skills.map(skill => skillPowers(skill, isPlugin)))),
    ...agents.map(agentPowers),
    ...workflows.map(
      ({ name, file, workflow }): ExtensionPowers => ({
        kind: 'workflow',
        name,
        file,
        powers: workflow.steps.flatMap(step => stepPowers(name, step)),
      }),
    ),
  ]
}

/** Fields of a skill that let nothing more happen than could happen without it. Every other one is a power. */
const PLAIN_SKILL: ReadonlySet<string> = new Set<keyof Skill>([
  'name',
  'kind',
  'description',
  'whenToUse',
  'file',
  'argumentHint',
  'arguments',
  'disallowedTools',
  'effort',
  'context',
  'background',
  'byPerson',
  'byModel',
  'paths',
  'version',
  'chars',
  'variables',
  'body',
])

/** Scripts of a plugin are listed for the whole of it. */
const skillPowers = async (skill: Skill, isPlugin: boolean): Promise<ExtensionPowers> => {
  const { name, kind, file = '', allowedTools, hooks } = skill
  const owner = `${kind} ${name}: `
  const others = Object.entries(skill).filter(
    ([key, value]) =>
      value !== undefined && !PLAIN_SKILL.has(key) && key !== 'allowedTools' && key !== 'hooks',
  )
  const { byModel, byPerson } = skill
  // Whoever may call it decides whom its rules are given to.
  const granted = (allowedTools ?? []).map(rule =>
    makePower('permission', `${owner}${rule}`, { byModel, byPerson }),
  )
  return {
    kind,
    name,
    file,
    powers: [
      ...granted,
      ...hookPowers(hooks, owner),
      ...others.map(([key, value]) =>
        makePower('skill', `${owner}${describeFields({ [key]: value })}`, value),
      ),
      ...(await embeddedCommands(skill)).map(command => makePower('command', `${owner}${command}`, command)),
      ...(isPlugin || kind !== 'skill' ? [] : scriptPowers(dirname(file), owner)),
    ],
  }
}

const embeddedCommands = async (skill: Skill): Promise<readonly string[]> =>
  parseTemplate(await skill.body()).flatMap(part => (part.kind === 'shell' ? [part.command] : []))

/** Fields of an agent that only describe it or narrow what it may do. */
const PLAIN_AGENT: ReadonlySet<string> = new Set<keyof AgentDefinition>([
  'name',
  'description',
  'prompt',
  'file',
  'tools',
  'disallowedTools',
  'maxTurns',
  'effort',
  'background',
  'isolation',
  'color',
  'skills',
  'requiredServers',
  'reminder',
])

const agentPowers = (agent: AgentDefinition): ExtensionPowers => {
  const { name, file = '', hooks } = agent
  const owner = `agent ${name}: `
  return {
    kind: 'agent',
    name,
    file,
    powers: [
      ...hookPowers(hooks, owner),
      ...Object.entries(agent)
        .filter(([key, value]) => value !== undefined && !PLAIN_AGENT.has(key) && key !== 'hooks')
        .map(([key, value]) => makePower('agent', `${owner}${describeFields({ [key]: value })}`, value)),
    ],
  }
}

/** A step that asks an agent is text; one that runs a command is a power, as is a step of a kind nobody knows here. */
const stepPowers = (workflow: string, step: Step | LeafStep): readonly Power[] => {
  if (step.kind === 'parallel') return step.steps.flatMap(each => stepPowers(workflow, each))
  if (step.kind === 'agent') return []
  const { command, env } = step
  const variables = Object.keys(env).length === 0 ? '' : `; env: ${JSON.stringify(env)}`
  return [makePower('workflow', `workflow ${workflow}: ${command}${variables}`, { command, env })]
}
