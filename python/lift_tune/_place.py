"""The folder that lift-tune was built in; None: it is installed."""

BUILD = None
