"""Alembic's folder: the steps that bring a database from any earlier form to the present one."""
