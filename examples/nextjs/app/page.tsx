export default function Shop() {
  return (
    <main>
      <h1>Members’ library</h1>
      <form method="post" action="/buy">
        <button type="submit">Buy access</button>
      </form>
    </main>
  );
}
