"""Programs for developers: generated types, tables, diagrams and pictures, and the table of coverage."""
