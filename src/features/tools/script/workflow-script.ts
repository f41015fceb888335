import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'

const says = modelTexts('workflow_script', {
  modules: {
    en: 'The workflow {name} imports or exports something else than its meta: a script has no modules here.',
    zh: '工作流 {name} 导入或导出了 meta 以外的内容：这里的脚本没有模块。',
  },
})

/**
 * The words that workflows written as scripts have elsewhere, made of the calls that every script has: each agent is a
 * call of the tool Agent, decided, counted and written down as such.
 */
const WORDS = String.raw`
const [agent, parallel, pipeline, phase, log, workflow, budget] = (() => {
  let part = '', spent = 0;
  const fits = (value, schema) =>
    value !== undefined && (schema.type !== 'object' || (typeof value === 'object' && value !== null && !Array.isArray(value) && (schema.required ?? []).every(key => key in value))) && (schema.type !== 'array' || Array.isArray(value));
  const read = text => {
    const fenced = /\x60\x60\x60(?:json)?\s*\n([\s\S]*?)\n\s*\x60\x60\x60/.exec(text);
    for (const each of [text, fenced ? fenced[1] : '', text.slice(Math.max(0, text.search(/[[{]/)), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1)])
      try { return JSON.parse(each) } catch {}
    return undefined;
  };
  const agent = async (prompt, options) => {
    const { label, phase: of = part, schema, model, agentType, isolation } = options ?? {};
    const wanted = schema ? prompt + '\n\nAnswer with one JSON value that fits this schema, and with nothing else:\n' + JSON.stringify(schema) : String(prompt);
    const input = { description: String(label ?? (of || prompt)).slice(0, 60), prompt: wanted, run_in_background: false };
    if (agentType) input.subagent_type = agentType;
    if (model) input.model = model;
    if (isolation === 'worktree') input.isolation = isolation;
    for (let attempt = 1; ; attempt++) {
      const out = await tools.Agent(input);
      spent += out.totalTokens ?? 0;
      const text = (out.content ?? []).map(block => block.text).join('\n');
      if (!schema) return text;
      const value = read(text);
      if (fits(value, schema)) return value;
      if (attempt === 2) throw new Error('the answer of ' + input.description + ' does not fit its schema');
      input.prompt = wanted + '\n\nAn answer before this one was not such a value.';
    }
  };
  const orNull = async work => {
    try { return await work() } catch (error) { print('failed: ' + (error && error.message || error)); return null }
  };
  const parallel = tasks => Promise.all(tasks.map(task => orNull(task)));
  const pipeline = (items, ...stages) =>
    Promise.all([...items].map((item, index) => orNull(async () => {
      let value = item;
      for (const stage of stages) value = await stage(value, item, index);
      return value;
    })));
  const phase = title => { part = String(title); print('## ' + part) };
  const workflow = () => { throw new Error('a workflow cannot run another one here') };
  const budget = { total: null, spent: () => spent, remaining: () => Infinity };
  return [agent, parallel, pipeline, phase, print, workflow, budget];
})();
`

/** A workflow as a script of ours, line for line. Throws ToolError for one that needs modules. */
export const workflowProgram = (name: string, source: string): string => {
  const own = source.replace(/^(\s*)export\s+(?=const\s+meta\s*=)/m, '$1')
  if (/^\s*(?:import\s*[\w{*'"]|export\s)/m.test(own)) throw new ToolError(says('modules', { name }))
  return `${WORDS.replace(/\s*\n\s*/g, ' ').trim()} ${own}`
}
