"""Reading a store beside the server that works on it: one consistent look, nothing is written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from flankspeed.engine import MissingPackage
from flankspeed.table.store.databases import parsed_url, reason
from flankspeed.table.store.stored import StoreError

T = TypeVar("T")


def reading(url: str, job: Callable[[Connection], T]) -> T:
    """Do a job that reads all as it was at one moment, whatever is written meanwhile."""
    parsed = parsed_url(url)
    try:
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed, job)
        return asyncio.run(_postgresql(parsed, job))
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"the store cannot be read: {reason(error)}") from error


def _sqlite(url: URL, job: Callable[[Connection], T]) -> T:
    """A transaction sees the file as it was when it began: the log of writes is kept for it."""
    file = Path(str(url.database))
    if not file.is_file():
        raise StoreError(f"there is no store {file}")
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.isolation_level = None  # else a transaction begins with the first write only
        connection.exec_driver_sql("PRAGMA query_only=ON")
        connection.exec_driver_sql("PRAGMA busy_timeout=10000")
        connection.exec_driver_sql("BEGIN")
        try:
            return job(connection)
        finally:
            connection.exec_driver_sql("ROLLBACK")


async def _postgresql(url: URL, job: Callable[[Connection], T]) -> T:
    try:
        engine = create_async_engine(
            url,
            poolclass=NullPool,
            hide_parameters=True,
            isolation_level="REPEATABLE READ",
            execution_options={"postgresql_readonly": True},
        )
    except ModuleNotFoundError as error:
        raise MissingPackage(str(error.name), "postgresql") from None
    async with engine.connect() as connection:
        return await connection.run_sync(job)
