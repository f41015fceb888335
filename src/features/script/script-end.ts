import { escapeInvisible } from '../../lib/escape-text.ts'
import type { ScriptFault } from '../../lib/script-engine/messages.ts'
import type { ScriptEnd } from '../../lib/script-engine/run-script.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { AllLimits } from './script-limits.ts'

const says = modelTexts('script_end', {
  nothing: {
    en: 'The script ran to its end: it printed nothing and returned nothing.',
    zh: '脚本已运行完毕：没有打印，也没有返回值。',
  },
  atLine: {
    en: 'Error in line {line:number} of the script: {what}',
    zh: '脚本第 {line:number} 行出错：{what}',
  },
  error: { en: 'Error in the script: {what}', zh: '脚本出错：{what}' },
  stuck: {
    en: 'it waits for something that will never come: no call is running.',
    zh: '它在等待永远不会到来的结果：没有调用在运行。',
  },
  time: {
    en: 'it computed for more than {seconds:number} s without a call.',
    zh: '没有调用工具而计算超过 {seconds:number} 秒。',
  },
  memory: { en: 'it needs more than {most:number} MB of memory.', zh: '需要的内存超过 {most:number} MB。' },
  calls: { en: 'it made more than {most:number} calls.', zh: '调用次数超过 {most:number}。' },
  input: { en: 'the input of a call is too large.', zh: '某次调用的输入过大。' },
  output: { en: 'it printed more than {most:number} MB.', zh: '打印的内容超过 {most:number} MB。' },
  depth: { en: 'it calls itself, or nests values, too deeply.', zh: '递归或嵌套过深。' },
  broken: { en: 'the interpreter gave up ({what}).', zh: '解释器放弃运行（{what}）。' },
  stopped: { en: 'The script was stopped before its end.', zh: '脚本在结束前被停止。' },
  other: {
    en: 'The script was interrupted, and is another one now: it is not continued. Some of its calls were made: look at the actual state first.',
    zh: '脚本被中断后已被改动：不再继续。其中一些调用已经执行：请先查看实际状态。',
  },
})

const MB = 1024 ** 2

/** How a script ended, for the model; undefined: with nothing to say. */
export const endText = (
  end: ScriptEnd,
  { printed, limits }: { readonly printed: boolean; readonly limits: AllLimits },
): string | LocalizedText | undefined => {
  if (!end.ok) return faultText(end.fault, limits)
  if (end.json === '') return printed ? undefined : says('nothing')
  // What is no text is shown as it came.
  return escapeInvisible(end.json.startsWith('"') ? String(JSON.parse(end.json)) : end.json)
}

/** It is another script than the one that was interrupted. */
interface OtherScript {
  readonly kind: 'other'
}

export const faultText = (fault: ScriptFault | OtherScript, limits: AllLimits): LocalizedText => {
  if (fault.kind === 'stopped' || fault.kind === 'other') return says(fault.kind)
  const what = whatWent(fault, limits)
  return fault.line === undefined ? says('error', { what }) : says('atLine', { line: fault.line, what })
}

const whatWent = ({ kind, message }: ScriptFault, limits: AllLimits): string | LocalizedText => {
  switch (kind) {
    case 'time':
      return says('time', { seconds: limits.computeMs / 1000 })
    case 'memory':
      return says('memory', { most: Math.round(limits.memoryBytes / MB) })
    case 'calls':
      return says('calls', { most: limits.maxCalls })
    case 'output':
      return says('output', { most: Math.round(limits.outputBytes / MB) })
    case 'stuck':
    case 'input':
    case 'depth':
      return says(kind)
    case 'broken':
      return says('broken', { what: message })
    default:
      return escapeInvisible(message)
  }
}
