/** A row of a list of facts; none where the value is empty. */
export const Fact = ({ name, value }: { readonly name: string; readonly value: string }) =>
  value === "" ? null : (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
