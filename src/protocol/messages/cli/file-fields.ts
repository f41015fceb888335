import { area } from '../area.ts'

/** What is wrong with the fields of a file that people write: workflows, tasks of evaluations. */
export const fileFieldText = area('file_fields', {
  whole: { en: 'the file', zh: '文件' },
  map: { en: '{name} must be a map of names and values', zh: '{name} 应为名称与值的映射' },
  text: { en: '{name} must be text', zh: '{name} 应为文本' },
  texts: { en: '{name} must be text or a list of texts', zh: '{name} 应为文本或文本列表' },
  flag: { en: '{name} must be true or false', zh: '{name} 应为 true 或 false' },
  number: {
    en: '{name} must be a number from {least:number} to {most:number}',
    zh: '{name} 应为 {least:number} 到 {most:number} 之间的数',
  },
  whole_number: {
    en: '{name} must be a whole number from {least:number} to {most:number}',
    zh: '{name} 应为 {least:number} 到 {most:number} 之间的整数',
  },
  least: {
    en: '{name} must be a number from {least:number} on',
    zh: '{name} 应为不小于 {least:number} 的数',
  },
  leaves: { en: '{name} must stay inside: "{path}"', zh: '{name} 不能指向外面："{path}"' },
  unknown: { en: 'there is no field "{field}" here. {hint}', zh: '此处没有字段 "{field}"。{hint}' },
  near: { en: 'Did you mean "{name}"?', zh: '是不是 "{name}"？' },
  known: { en: 'Known: {names:list}', zh: '可用：{names:list}' },
  name: {
    en: 'a name has letters, digits, ".", "_" and "-", at most {most:number}',
    zh: '名称只能由字母、数字、"."、"_" 和 "-" 组成，最多 {most:number} 个字符',
  },
  yaml: { en: '{what}', zh: '不是有效的 YAML：{what}' },
  too_large: { en: 'the file is larger than {megabytes:number} MB', zh: '文件超过 {megabytes:number} MB' },
})
