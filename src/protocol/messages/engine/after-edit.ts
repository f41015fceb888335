import { area } from '../area.ts'

export const afterEditText = area('after-edit', {
  found: {
    en: {
      one: '{count:number} new problem after this change: {first}',
      other: '{count:number} new problems after this change, first: {first}',
    },
    zh: '此次更改后新增 {count} 个问题：{first}',
  },
  place: { en: '{path}:{line:number}: {text}', zh: '{path}:{line}：{text}' },
  placeOfFile: { en: '{path}: {text}', zh: '{path}：{text}' },
  mended: {
    en: { one: '{count:number} problem fixed in {path}', other: '{count:number} problems fixed in {path}' },
    zh: '{path} 中已修复 {count} 个问题',
  },
  mended_in_files: {
    en: '{count:number} problems fixed in {files:number} files',
    zh: '{files} 个文件中已修复 {count} 个问题',
  },
})
