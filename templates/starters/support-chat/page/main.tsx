// The page: a sign-in, then the chats of a customer, or what waits for staff.

import { type FormEvent, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { type Person, readPerson, request } from "./api.ts";
import { Chats } from "./chats.tsx";
import { Inbox } from "./inbox.tsx";

function Page() {
  const [person, setPerson] = useState<Person>();
  const [isKnown, setKnown] = useState(false);
  const update = async () => {
    setPerson(await readPerson());
    setKnown(true);
  };
  useEffect(() => void update(), []);
  if (!isKnown) return null;
  if (person === undefined) return <SignIn onSignedIn={update} />;
  return (
    <>
      <header>
        <strong>Support</strong> {person.name}
        <button type="button" onClick={() => request("/logout", {}).then(update)}>Sign out</button>
      </header>
      {person.isStaff ? <Inbox by={person.name} /> : <Chats />}
    </>
  );
}

function SignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [refusal, setRefusal] = useState("");
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const fields = Object.fromEntries(new FormData(submitted.currentTarget));
    request("/login", fields).then(onSignedIn).catch((error: Error) => setRefusal(error.message));
  };
  return (
    <main>
      <h1>Sign in</h1>
      <form onSubmit={submit}>
        <input name="name" aria-label="Name" autoComplete="username" required />
        <input name="password" aria-label="Password" type="password" required />
        <button>Sign in</button>
      </form>
      <p role="alert">{refusal}</p>
    </main>
  );
}

createRoot(document.getElementById("page") ?? document.body).render(<Page />);
