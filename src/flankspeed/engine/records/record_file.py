"""The file of a record: written while the match goes on, by one process at a time."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from io import FileIO
from pathlib import Path

from flankspeed.engine.errors import RecordError
from flankspeed.engine.records.record import Record
from flankspeed.engine.records.rows import Line

try:
    import fcntl
except ImportError:  # no POSIX system: there nobody is kept out
    fcntl = None  # type: ignore[assignment]


class RecordLock:
    """The right to write a record: whoever has it is the only one.

    It is an advisory lock of the file itself, and ends with the process. Take it before a record is
    read that shall go on: else another process may write what was not read.
    """

    def __init__(self, path: Path) -> None:
        """Take it; `RecordError` says who has it."""
        self.path = path
        self.target = path.resolve()  # a link stays a link, and /dev/null what it is
        self.regular = self.target.is_file() or not self.target.exists()
        self.created = False
        self._file: FileIO | None = None
        try:
            while self.regular and not self._take():
                self.release()
        except OSError as error:
            raise RecordError(f"cannot write {path}: {error.strerror}") from error

    def _take(self) -> bool:
        """Lock the file; False if meanwhile another one has taken its place."""
        try:
            self._file = FileIO(self.target, "x")
            self.created = True
        except FileExistsError:
            self._file = FileIO(self.target, "r+")
            self.created = False
        self.lock(self._file)
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(self._file.fileno()), self.target.stat())
        return False

    def lock(self, file: FileIO) -> None:
        """Lock an open file, where files can be locked."""
        if fcntl is None:
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = _owner(file)
            self.release()
            raise RecordError(f"{self.path} is in use: {who} records a game in it") from None
        except OSError:  # a file system without locks
            return

    def keep_rights(self, file: FileIO) -> None:
        """Give another file the mode, and where that is allowed the owner, of this one."""
        if self._file is not None:
            status = os.fstat(self._file.fileno())
            with suppress(OSError, AttributeError):
                os.chown(file.fileno(), status.st_uid, status.st_gid)
            os.chmod(file.fileno(), status.st_mode & 0o7777)

    def release(self) -> None:
        """Let others have it."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def give_up(self) -> None:
        """Nothing was written: a file that was created for it goes."""
        if self.created and self._file is not None:
            self.target.unlink(missing_ok=True)
        self.release()


def _owner(file: FileIO) -> str:
    """Which process has a file locked; Linux can tell."""
    inode = os.fstat(file.fileno()).st_ino
    with suppress(OSError, ValueError):
        for row in Path("/proc/locks").read_text(encoding="ascii").splitlines():
            words = row.split()
            if words[1] == "FLOCK" and words[5].endswith(f":{inode}"):
                return f"process {int(words[4])}"
    return "another process"


class RecordFile:
    """A record on disk, written while the match goes on: every line is flushed as it is made."""

    def __init__(self, path: Path, record: Record, lock: RecordLock | None = None) -> None:
        """Write the record as it stands now; later lines are appended.

        An older file is replaced only when the new one is complete: nothing is lost on the way, and
        a new one is there as a whole or not at all.
        """
        self.path = path
        self._line_starts: list[int] = []
        lock = lock or RecordLock(path)
        try:
            if lock.regular:
                self._replace(record, lock)
            else:
                self._file = FileIO(lock.target, "w")
                self._write_all(record)
        except OSError as error:
            raise RecordError(f"cannot write {path}: {error.strerror}") from error
        finally:
            lock.give_up()

    def _replace(self, record: Record, lock: RecordLock) -> None:
        """Write a draft beside the file and put it in its place, locked as the file was."""
        handle, name = tempfile.mkstemp(dir=lock.target.parent, prefix=f".{lock.target.name}.")
        self._file = FileIO(handle, "w")
        try:
            lock.lock(self._file)
            self._write_all(record)
            lock.keep_rights(self._file)
            os.replace(name, lock.target)
        except BaseException:
            self._file.close()
            os.unlink(name)
            raise
        lock.created = False

    def _write_all(self, record: Record) -> None:
        try:
            self._write(str(record.header))
            for line in record.lines:
                self.add(line)
            self._write(record.ending())
        except BaseException:
            self._file.close()
            raise

    def is_at(self, path: Path) -> bool:
        """Whether this is the file at a path."""
        with suppress(OSError):
            return os.path.samestat(os.fstat(self._file.fileno()), path.stat())
        return False

    def _write(self, text: str) -> None:
        data = text.encode()
        while data:  # a disk that is nearly full takes a part, and refuses the rest
            data = data[self._file.write(data) :]

    def add(self, line: Line, ending: str = "") -> None:
        """Append a choice and what follows it; if the disk refuses, the file stays as it was."""
        start = self._file.tell()
        self._append(f"{line}\n{ending}")
        self._line_starts.append(start)

    def end(self, record: Record, text: str) -> None:
        """Append what people have ended it by; the format in its header is a later one then."""
        end = self._file.tell()
        try:
            self._file.seek(0)
            self._write(str(record.header).partition("\n")[0])  # a format is one digit
            self._file.seek(end)
        except OSError as error:
            raise RecordError(f"cannot write {self.path}: {error.strerror}") from error
        self._append(text)

    def _append(self, text: str) -> None:
        start = self._file.tell()
        try:
            self._write(text)
        except OSError as error:
            self._cut(start)
            raise RecordError(f"cannot write {self.path}: {error.strerror}") from error

    def undo(self) -> None:
        """Take the last choice out again."""
        try:
            self._cut(self._line_starts[-1])
        except OSError as error:
            raise RecordError(f"cannot write {self.path}: {error.strerror}") from error
        self._line_starts.pop()

    def _cut(self, start: int) -> None:
        self._file.seek(start)
        self._file.truncate()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
