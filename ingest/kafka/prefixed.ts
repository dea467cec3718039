/** The port with a prefix before the names of all topics and groups: who uses it knows them without. */
import type { Admin, Consumer, Fetched, Kafka, Producer, TopicPartition } from './port.ts';

export function prefixed(kafka: Kafka, prefix: string | undefined): Kafka {
  if (!prefix) return kafka;
  const there = (name: string) => prefix + name;
  const here = (name: string) => name.slice(prefix.length);
  const toLog = <T extends { readonly topic: string }>(one: T): T => ({ ...one, topic: there(one.topic) });
  const fromLog = <T extends { readonly topic: string }>(one: T): T => ({ ...one, topic: here(one.topic) });

  function producer(inner: Producer): Producer {
    return {
      send: async (topic, records, signal) => (await inner.send(there(topic), records, signal)).map(fromLog),
      close: () => inner.close(),
    };
  }

  function consumer(inner: Consumer): Consumer {
    const fetchedHere = (fetched: Fetched): Fetched => ({ ...fromLog(fetched), records: fetched.records.map(fromLog) });
    return {
      get generation() {
        return inner.generation;
      },
      get joined() {
        return inner.joined;
      },
      get lastTickMs() {
        return inner.lastTickMs;
      },
      run: (topics, events) =>
        inner.run(topics.map(there), {
          positions: async (partitions: readonly TopicPartition[], generation) =>
            (await events.positions(partitions.map(fromLog), generation)).map(toLog),
          fetched: (fetched) => events.fetched(fetchedHere(fetched)),
          revoked: () => events.revoked(),
          doubted: () => events.doubted?.(),
          crashed: (error) => events.crashed(error),
        }),
      commit: (generation, commits) => inner.commit(generation, commits.map(toLog)),
      seek: (position) => inner.seek(toLog(position)),
      pause: () => inner.pause(),
      resume: () => inner.resume(),
      close: () => inner.close(),
    };
  }

  function admin(inner: Admin): Admin {
    return {
      topics: async () => (await inner.topics()).filter((name) => name.startsWith(prefix!)).map(here),
      describe: async (topics, settings) => (await inner.describe(topics.map(there), settings)).map(fromLog),
      create: (specs) => inner.create(specs.map(toLog)),
      ends: async (topic, readable) => (await inner.ends(there(topic), readable)).map(fromLog),
      offsetsAt: async (topic, timeMs) => (await inner.offsetsAt(there(topic), timeMs)).map(fromLog),
      async arrivals(positions) {
        const times = await inner.arrivals(positions.map(toLog));
        return new Map([...times].map(([key, timeMs]) => [here(key), timeMs]));
      },
      committed: async (group, topics) => (await inner.committed(there(group), topics.map(there))).map(fromLog),
      members: (group) => inner.members(there(group)),
      deleteGroup: (group) => inner.deleteGroup(there(group)),
      close: () => inner.close(),
    };
  }

  return {
    producer: async () => producer(await kafka.producer()),
    consumer: (options) => consumer(kafka.consumer({ ...options, group: there(options.group) })),
    admin: async () => admin(await kafka.admin()),
    isAway: (error) => kafka.isAway(error),
  };
}
