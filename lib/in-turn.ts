/** Runs tasks one after another, in the order in which they are handed in; a failure is its caller's alone. */
export function inTurn(): <T>(task: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = turn.then(task);
    turn = done.catch(() => {});
    return done;
  };
}
