import { expect, test } from 'vitest';
import { doubtsAbout, topicSpecs } from './topics.ts';

const specs = topicSpecs(12);
const spec = (topic: string) => specs.find((one) => one.topic === topic)!;
const found = (topic: string, more: Record<string, string> = {}, partitions = 12) =>
  doubtsAbout(spec(topic), { topic, partitions, settings: { ...spec(topic).settings, ...more } });

test('a topic that is as it would have been made raises no doubt', () => {
  for (const { topic } of specs) expect(found(topic)).toEqual([]);
});

test.each([
  ['retention.ms', '604800000', '-1', true],
  ['retention.bytes', '1000000', '-1', true],
  ['cleanup.policy', 'compact', 'delete', true],
  ['cleanup.policy', 'compact,delete', 'delete', true],
  ['message.timestamp.type', 'CreateTime', 'LogAppendTime', true],
  ['max.message.bytes', '1048588', '2097152', false],
])('%s=%s of a topic of events should be %s', (setting, is, wanted, harmful) => {
  const harm = harmful ? expect.stringMatching(/\w/) : undefined;
  expect(found('bars', { [setting]: is })).toEqual([{ setting, found: is, wanted, harm }]);
});

test('of the notices nothing is lost that is kept, but a day is what is wanted', () => {
  const doubt = { setting: 'retention.ms', found: '-1', wanted: '86400000', harm: undefined };
  expect(found('landed', { 'retention.ms': '-1' })).toEqual([doubt]);
});

test('another count of partitions is reported, longer records are not', () => {
  expect(found('bars', { 'max.message.bytes': '8388608' }, 6)).toEqual([
    { setting: 'partitions', found: '6', wanted: '12', harm: undefined },
  ]);
});
